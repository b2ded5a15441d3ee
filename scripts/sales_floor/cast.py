"""Who is on the sales floor: companies, their people, and the colleagues. Domains end in .example (RFC 2606)."""

from __future__ import annotations

from typing import Any, Final

Record = dict[str, Any]

HOME: Final = "company-brightwell"
"""The company whose sales team works with these apps."""

_COMPANIES = """
Brightwell Analytics|brightwell|Software|240|Denver|United States|Python,Snowflake|Forecasting and demand planning for shops and makers.
Northwind Outfitters|northwind-outfitters|Retail|1850|Portland|United States|Shopify,NetSuite|Outdoor clothing, 96 shops and a catalogue.
Harrow & Pike|harrowpike|Retail|620|Leeds|United Kingdom|Magento,SAP|Kitchen and table ware since 1911.
Solace Home|solacehome|Retail|3100|Atlanta|United States|Salesforce Commerce,Oracle|Furniture by mail, with its own lorries.
Marigold Grocers|marigoldgrocers|Retail|5400|Minneapolis|United States|SAP,Databricks|A family's chain of 74 supermarkets.
Velvet & Oak|velvetoak|Retail|210|Bristol|United Kingdom|Shopify|Second-hand designer furniture.
Tindra Nordic|tindra|Retail|980|Gothenburg|Sweden|Centra,Dynamics|Children's clothes that are handed down.
Kestrel Freight|kestrelfreight|Logistics|1320|Rotterdam|Netherlands|SAP,Kafka|Refrigerated containers between 40 ports.
Blue Anchor Lines|blueanchor|Logistics|4700|Hamburg|Germany|Oracle,AS/400|Short-sea shipping in the Baltic.
Parcel Republic|parcelrepublic|Logistics|760|Lyon|France|Postgres,Kafka|Parcels by bicycle in eleven cities.
Summit Cold Chain|summitcold|Logistics|430|Salt Lake City|United States|NetSuite|Vaccines and fruit, never warmer than eight degrees.
Ferrum Works|ferrumworks|Manufacturing|2900|Pittsburgh|United States|SAP,OSIsoft PI|Castings for pumps and turbines.
Lumen Optics|lumenoptics|Manufacturing|540|Jena|Germany|Infor,Qlik|Lenses for microscopes.
Cascade Paper|cascadepaper|Manufacturing|1700|Spokane|United States|SAP|Boxes from what was a box before.
Okafor Textiles|okafortextiles|Manufacturing|880|Lagos|Nigeria|Odoo|Cotton cloth, printed and plain.
Helix Dental|helixdental|Healthcare|350|Austin|United States|HubSpot,Snowflake|Aligners and the software to plan them.
Saint Brannock Clinics|stbrannock|Healthcare|2200|Dublin|Ireland|Epic|Nineteen clinics for eyes and ears.
Purefield Labs|purefield|Healthcare|190|Basel|Switzerland|Benchling|Tests for allergies.
Quarry Bank|quarrybank|Finance|6100|Charlotte|United States|Teradata,Salesforce|A bank for small firms.
Juniper Mutual|junipermutual|Finance|1450|Toronto|Canada|Guidewire,Snowflake|Insurance of farms and barns.
Tallgrass Energy Co-op|tallgrass|Energy|690|Omaha|United States|Oracle|Wind power that belongs to its users.
Aster Software|astersoftware|Software|410|Tallinn|Estonia|Postgres,React|Booking for hotels without a chain.
Paperplane Learning|paperplane|Education|155|Melbourne|Australia|HubSpot,BigQuery|Lessons for people who work in shifts.
Corvid Media|corvidmedia|Media|270|Chicago|United States|BigQuery,Looker|Podcasts about crimes that were solved.
Mosaic Hotels|mosaichotels|Hospitality|3800|Lisbon|Portugal|Opera,Dynamics|Forty old houses, one key card.
"""

_COLLEAGUES = """
dana-whitfield|Dana|Whitfield|Sales Development Representative|sdr|West
marcus-oyelaran|Marcus|Oyelaran|Sales Development Representative|sdr|East
priya-raman|Priya|Raman|Sales Development Representative|sdr|Europe
tomas-lindqvist|Tomas|Lindqvist|Sales Development Representative|sdr|Europe
elena-vasquez|Elena|Vasquez|Account Executive|ae|West
jonah-becker|Jonah|Becker|Account Executive|ae|East
aisha-kamara|Aisha|Kamara|Account Executive|ae|Europe
graham-teller|Graham|Teller|Account Executive|ae|East
ruth-anders|Ruth|Anders|Sales Manager|manager|West
kenji-morita|Kenji|Morita|Sales Manager|manager|Europe
sofia-delgado|Sofia|Delgado|Revenue Operations|admin|Operations
owen-pritchard|Owen|Pritchard|Account Executive|ae|East
"""

_PEOPLE = """
Hannah|Okonkwo|VP Merchandising|vp|Merchandising|northwind-outfitters
Luis|Ferrante|Director of Demand Planning|director|Supply Chain|northwind-outfitters
Becca|Thorne|Inventory Analyst|entry|Supply Chain|northwind-outfitters
Simon|Harrow|Managing Director|c-level|Management|harrowpike
Farah|Siddiqui|Head of E-Commerce|director|Digital|harrowpike
Caleb|Winters|VP Supply Chain|vp|Supply Chain|solacehome
Monique|Baptiste|Director of Analytics|director|Data|solacehome
Tyler|Nash|Senior Buyer|senior|Purchasing|solacehome
Ingrid|Solberg|Chief Operating Officer|c-level|Operations|marigoldgrocers
Dale|Kowalczyk|VP Data and Analytics|vp|Data|marigoldgrocers
Yasmin|Haddad|Category Manager|manager|Merchandising|marigoldgrocers
Imogen|Clarke|Founder|c-level|Management|velvetoak
Rory|Maddox|Operations Manager|manager|Operations|velvetoak
Elsa|Nyberg|Supply Chain Manager|manager|Supply Chain|tindra
Viktor|Hallberg|Chief Financial Officer|c-level|Finance|tindra
Joost|van der Meer|Director of Operations|director|Operations|kestrelfreight
Sanne|Bakker|Head of Data|director|Data|kestrelfreight
Pieter|de Wit|Fleet Planner|senior|Operations|kestrelfreight
Klaus|Reimann|VP Network Planning|vp|Planning|blueanchor
Annika|Voss|IT Manager|manager|IT|blueanchor
Mathilde|Garnier|Chief Executive Officer|c-level|Management|parcelrepublic
Hugo|Lefevre|Lead Data Engineer|senior|Data|parcelrepublic
Brent|Salisbury|VP Operations|vp|Operations|summitcold
Naomi|Tsosie|Quality Manager|manager|Quality|summitcold
Gloria|Petrakis|Director of Procurement|director|Purchasing|ferrumworks
Walt|Dombrowski|Plant Manager|manager|Production|ferrumworks
Keisha|Monroe|VP Digital Transformation|vp|IT|ferrumworks
Stefan|Uhlig|Head of Production Planning|director|Production|lumenoptics
Birgit|Kessler|Controller|manager|Finance|lumenoptics
Rhonda|Fairchild|VP Sales Operations|vp|Sales|cascadepaper
Amos|Tillman|Scheduling Lead|senior|Production|cascadepaper
Chidi|Okafor|Managing Director|c-level|Management|okafortextiles
Ngozi|Eze|Export Manager|manager|Sales|okafortextiles
Parker|Lindholm|Head of Growth|director|Marketing|helixdental
Serena|Cho|Chief Technology Officer|c-level|IT|helixdental
Miles|Abernathy|Operations Analyst|entry|Operations|helixdental
Siobhan|Keane|Director of Clinics|director|Operations|stbrannock
Declan|Rafferty|Procurement Manager|manager|Purchasing|stbrannock
Reto|Ammann|Lab Director|director|Laboratory|purefield
Celine|Moser|Business Development|senior|Sales|purefield
Vanessa|Holt|SVP Small Business|vp|Banking|quarrybank
Deshawn|Pruitt|Director of Data Platforms|director|Data|quarrybank
Carol|Ostrowski|Vendor Manager|manager|Purchasing|quarrybank
Philippe|Tremblay|Chief Actuary|c-level|Actuarial|junipermutual
Margaret|Sinclair|VP Claims|vp|Claims|junipermutual
Arjun|Mehta|Data Science Lead|senior|Data|junipermutual
Wendell|Brandt|General Manager|c-level|Management|tallgrass
Lottie|Sandoval|Load Forecaster|senior|Planning|tallgrass
Kristjan|Tamm|Chief Product Officer|c-level|Product|astersoftware
Liis|Kask|Revenue Manager|manager|Sales|astersoftware
Georgia|Papadakis|Head of Learning|director|Product|paperplane
Angus|McTavish|Operations Lead|senior|Operations|paperplane
Delia|Crowe|Publisher|c-level|Management|corvidmedia
Terrence|Boyd|Director of Ad Sales|director|Sales|corvidmedia
Beatriz|Amaral|VP Revenue|vp|Revenue|mosaichotels
Duarte|Nogueira|Purchasing Manager|manager|Purchasing|mosaichotels
Ines|Falcao|Data Analyst|entry|Data|mosaichotels
"""

AGAIN: Final = (
    ("Monique", "Baptiste", "m.baptiste", "solacehome", "Analytics Director"),
    ("Joost", "van der Meer", "jvdmeer", "kestrelfreight", "Operations"),
    ("Parker", "Lindholm", "parker", "helixdental", "Growth"),
)
"""People whom somebody has typed in twice, under another address."""

DEAD: Final = frozenset(
    {"tyler.nash@solacehome.example", "amos.tillman@cascadepaper.example", "miles.abernathy@helixdental.example"}
)
"""Addresses that do not work any more."""

SILENT: Final = frozenset({"carol.ostrowski@quarrybank.example", "birgit.kessler@lumenoptics.example"})
"""Addresses of people who asked not to be written to."""


def companies() -> dict[str, Record]:
    """Warehouse companies by id."""
    made = {}
    for number, line in enumerate(_COMPANIES.strip().splitlines()):
        name, key, industry, employees, city, country, technologies, about = line.split("|")
        made[f"company-{key}"] = {
            "id": f"company-{key}",
            "name": name,
            "domain": f"{key}.example",
            "industry": industry,
            "employees": int(employees),
            "phone": phone(100 + number),
            "city": city,
            "country": country,
            "about": about,
            "technologies": technologies.split(","),
        }
    return made


def colleagues() -> list[Record]:
    """CRM users, with the title that the person has."""
    fields = ("key", "first_name", "last_name", "title", "role", "team")
    return [dict(zip(fields, line.split("|"), strict=True)) for line in _COLLEAGUES.strip().splitlines()]


def people() -> dict[str, Record]:
    """Warehouse people by id: the colleagues, then everybody else."""
    where = companies()
    made: dict[str, Record] = {}

    def add(
        key: str, first: str, last: str, email: str, title: str, seniority: str, department: str, company: str
    ) -> None:
        home = where[company]
        made[f"person-{key}"] = {
            "id": f"person-{key}",
            "first_name": first,
            "last_name": last,
            "email": email,
            "email_status": "invalid" if email in DEAD else "valid",
            "opted_out": email in SILENT,
            "phones": [phone(125 + len(made))],
            "title": title,
            "seniority": seniority,
            "department": department,
            "company": company,
            "city": home["city"],
            "country": home["country"],
            "profile": f"https://profiles.example/in/{key}",
        }

    for one in colleagues():
        level = "manager" if one["role"] == "manager" else "senior"
        email = f"{one['key'].replace('-', '.')}@brightwell.example"
        add(one["key"], one["first_name"], one["last_name"], email, one["title"], level, "Sales", HOME)
    for line in _PEOPLE.strip().splitlines():
        first, last, title, seniority, department, company = line.split("|")
        add(
            slug(f"{first} {last}"),
            first,
            last,
            address(first, last, company),
            title,
            seniority,
            department,
            f"company-{company}",
        )
    for first, last, box, company, title in AGAIN:
        add(
            f"{slug(f'{first} {last}')}-2", first, last, f"{box}@{company}.example", title, "", "", f"company-{company}"
        )
    return made


def slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def address(first: str, last: str, company: str) -> str:
    return f"{first}.{last}@{company}.example".lower().replace(" ", "")


def phone(number: int) -> str:
    """A number out of the block that is kept free for fiction."""
    return f"+1 303 555 {number:04d}"
