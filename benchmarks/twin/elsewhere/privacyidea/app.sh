# privacyIDEA: tokens, containers, users, policies and token groups of a firm, Angular over REST, sqlite
V=3.14
app_install() { venv_need "privacyidea==$V" waitress; }
app_version() { pip_version privacyidea; }
app_env() { export PI_CONFIG_NAME=production PRIVACYIDEA_CONFIGFILE=$APP/pi.cfg PI_DATA=$DATA; }
app_prepare() {
  app_env
  "$TREE/venv/bin/pi-manage" setup create_enckey
  "$TREE/venv/bin/pi-manage" setup create_tables
  "$TREE/venv/bin/pi-manage" admin add admin -e admin@example.com -p demo-Pass-1234
  cp "$APP/people" "$DATA/people"
}
app_serve() {
  app_env
  cd "$DATA"
  daemon server "$TREE/venv/bin/waitress-serve" --listen="127.0.0.1:$PORT" --threads=8 \
    --trusted-proxy=127.0.0.1 --trusted-proxy-headers=x-forwarded-proto --call privacyidea.app:create_app
}
app_ready() { wait_for 120 http_ok "$URL/"; }
app_seed() { python3 "$APP/seed.py"; }
