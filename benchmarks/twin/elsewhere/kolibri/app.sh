# Kolibri: classes and users of a school; Vue pages in Django over REST, sqlite
V=0.19.5
app_install() { venv_need "kolibri==$V" setuptools; }
app_version() { pip_version kolibri; }
app_env() {
  export KOLIBRI_HOME=$DATA KOLIBRI_DEPLOYMENT_LISTEN_ADDRESS=127.0.0.1 KOLIBRI_ZEROCONF_ENABLED=false
  cd "$DATA"
}
app_prepare() {
  app_env
  "$TREE/venv/bin/kolibri" manage provisiondevice --facility "Harbour School" --superusername admin \
    --superuserpassword demo1234 --preset formal --language_id en --noinput
}
app_serve() {
  app_env
  daemon server "$TREE/venv/bin/kolibri" start --foreground --port "$PORT" --zip-port 8183
}
app_ready() { wait_for 180 http_ok "$URL/api/public/info/"; }
app_seed() { python3 "$APP/seed.py"; }
