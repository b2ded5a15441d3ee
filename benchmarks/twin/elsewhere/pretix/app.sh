# pretix: the back office of ticket sales, Django, sqlite
app_install() { venv_need pretix==2026.8.0; }
app_version() { pip_version pretix; }
app_env() {
  export DJANGO_SETTINGS_MODULE=pretix.settings DATA_DIR=$DATA PRETIX_PRETIX_URL=$PUBLIC PRETIX_PRETIX_ECB_RATES=off
  export PRETIX_PRETIX_TRUST_X_FORWARDED_PROTO=on PRETIX_PRETIX_INSTANCE_NAME=Acme PRETIX_MAIL_HOST=127.0.0.1
  export PRETIX_DJANGO_SECRET=made-up-for-recordings PRETIX_MAIL_PORT=9
  cd "$DATA"
}
app_prepare() {
  app_env
  "$TREE/venv/bin/python" -m pretix migrate --verbosity 0
  "$TREE/venv/bin/python" "$APP/seed.py"
}
app_serve() {
  app_env
  daemon server "$TREE/venv/bin/python" "$APP/serve.py" "$PORT"
}
app_ready() { wait_for 90 http_ok -H "Host: $PUBLIC_HOST" "$URL/control/login"; }
app_seed() { :; }
