# Apache Airflow 3: its variables, pools and connections; React over REST, sqlite
V=3.3.2
app_install() { venv_need "apache-airflow==$V"; }
app_version() { pip_version apache-airflow; }
app_env() {
  export AIRFLOW_HOME=$DATA AIRFLOW__CORE__LOAD_EXAMPLES=False AIRFLOW__CORE__DAGS_FOLDER=$APP/dags \
    AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_ALL_ADMINS=True AIRFLOW__CORE__TEST_CONNECTION=Disabled \
    AIRFLOW__API__BASE_URL=$PUBLIC AIRFLOW__API__SECRET_KEY=awe-demo-secret-0001 \
    AIRFLOW__API_AUTH__JWT_SECRET=awe-demo-secret-0001-awe-demo-secret-0001-awe-demo-secret-0001-0001 \
    AIRFLOW__CORE__FERNET_KEY=YXdlLWRlbW8tc2VjcmV0LTAwMDEtYXdlLWRlbW8tMDE= \
    AIRFLOW__USAGE_DATA_COLLECTION__ENABLED=False
  cd "$DATA"
}
app_prepare() {
  app_env
  "$TREE/venv/bin/airflow" db migrate
  "$TREE/venv/bin/airflow" dags reserialize
}
app_serve() {
  app_env
  daemon server "$TREE/venv/bin/airflow" api-server --host 127.0.0.1 --port "$PORT" --workers 1 --proxy-headers
}
app_ready() { wait_for 180 http_ok "$URL/api/v2/version"; }
app_seed() { python3 "$APP/seed.py"; }
