"""Pipelines of a made-up company."""

from datetime import datetime

from airflow.providers.standard.operators.empty import EmptyOperator
from airflow.sdk import DAG

PIPELINES = {
    "orders_nightly": ("Orders of the day", ["orders"], "0 2 * * *"),
    "stock_levels": ("What is on the shelves", ["stock"], "0 * * * *"),
    "invoices_weekly": ("Invoices that are due", ["finance"], "0 6 * * 1"),
    "customers_export": ("Customers for the newsletter", ["crm"], None),
    "returns_report": ("What came back", ["orders"], "0 7 * * *"),
    "prices_import": ("Prices of suppliers", ["stock", "finance"], None),
    "visits_rollup": ("Visits of the shop by hour", ["web"], "15 * * * *"),
    "mail_bounces": ("Addresses that do not answer", ["crm"], "30 3 * * *"),
}
for name, (about, tags, schedule) in PIPELINES.items():
    told = {"description": about, "tags": tags, "schedule": schedule}
    with DAG(name, **told, start_date=datetime(2026, 1, 1), catchup=False) as dag:
        EmptyOperator(task_id="fetch") >> EmptyOperator(task_id="load")
    globals()[name] = dag
