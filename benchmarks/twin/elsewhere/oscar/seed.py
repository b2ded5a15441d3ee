"""A class of products, three categories, one partner, sixteen teas with prices and stock."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from oscar.apps.catalogue.categories import create_from_breadcrumbs  # noqa: E402
from oscar.core.loading import get_model  # noqa: E402

User.objects.create_superuser("admin", "admin@acme.test", "demo1234")
Product, ProductClass = get_model("catalogue", "Product"), get_model("catalogue", "ProductClass")
Partner, StockRecord = get_model("partner", "Partner"), get_model("partner", "StockRecord")
Country = get_model("address", "Country")
Country.objects.create(iso_3166_1_a2="DE", iso_3166_1_a3="DEU", iso_3166_1_numeric="276", name="Germany",
                       printable_name="Germany", is_shipping_country=True)  # fmt: skip
tea = ProductClass.objects.create(name="Tea", requires_shipping=True, track_stock=True)
categories = [create_from_breadcrumbs(one) for one in ("Green", "Black", "Herbal")]
partner = Partner.objects.create(name="Harbour House")
BEGAN = datetime(2025, 3, 3, 8, 15, tzinfo=UTC)
NAMES = [
    ("Sencha", 0), ("Assam Gold", 1), ("Peppermint", 2), ("Gunpowder", 0), ("Darjeeling First", 1), ("Fennel", 2),
    ("Dragon Well", 0), ("Ceylon Hill", 1), ("Camomile", 2), ("Genmaicha", 0), ("Lapsang", 1), ("Rooibos", 2),
    ("Matcha", 0), ("Earl Grey", 1), ("Lemon Balm", 2), ("Jasmine Pearl", 0),
]  # fmt: skip
for number, (name, category) in enumerate(NAMES):
    made = Product.objects.create(
        title=f"{name} tea", upc=f"T{100 + 7 * number}", product_class=tea, description=f"<p>{name}, loose leaves.</p>"
    )
    at = BEGAN + timedelta(hours=29 * number)
    Product.objects.filter(pk=made.pk).update(date_created=at, date_updated=at)
    made.categories.add(categories[category])
    StockRecord.objects.create(
        product=made, partner=partner, partner_sku=f"hh-{number + 1}", price=Decimal("3.50") + number % 5,
        num_in_stock=10 + 3 * number,
    )  # fmt: skip
print(Product.objects.count(), "products")
