# Apache Superset: dashboards and charts, React over REST (rison queries), sqlite
V=6.1.0
app_install() { venv_need "apache-superset==$V" flask-caching==2.3.1 cachetools rich; }
app_version() { pip_version apache-superset; }
app_env() {
  export SUPERSET_CONFIG_PATH=$APP/superset_config.py SUPERSET_HOME=$DATA FLASK_APP="superset.app:create_app()"
  export SCARF_ANALYTICS=false PYTHONHASHSEED=0 # else its permissions come in another order after each start
  cd "$DATA"
}
app_prepare() {
  app_env
  "$TREE/venv/bin/superset" db upgrade
  "$TREE/venv/bin/superset" fab create-admin --username admin --firstname Alex --lastname Kim \
    --email admin@example.com --password demo1234
  "$TREE/venv/bin/superset" init
}
app_serve() {
  app_env
  daemon server "$TREE/venv/bin/superset" run -h 127.0.0.1 -p "$PORT" --with-threads
}
app_ready() { wait_for 180 http_ok "$URL/health"; }
app_seed() { python3 "$APP/seed.py"; }
