# pretalx: proposals, speakers and reviews of a conference; Django, sqlite
app_install() {
  venv_need pretalx==2025.2.2 gunicorn==23.0.0
  done_once static 2025.2.2 && return 0
  PRETALX_DATA_DIR=$TREE/unused PRETALX_FILESYSTEM_STATIC=$TREE/static \
    "$TREE/venv/bin/python" -m pretalx collectstatic --noinput --verbosity 0
  mark_done static 2025.2.2
}
app_version() { pip_version pretalx; }
app_env() {
  export PRETALX_DATA_DIR=$DATA PRETALX_FILESYSTEM_STATIC=$TREE/static PRETALX_SITE_URL=$PUBLIC PRETALX_DB_NAME=$DATA/db.sqlite3
  export PRETALX_MAIL_HOST=127.0.0.1 PRETALX_MAIL_PORT=9 DJANGO_SETTINGS_MODULE=pretalx.settings
  cd "$DATA"
}
app_prepare() {
  app_env
  "$TREE/venv/bin/python" -m pretalx migrate --verbosity 0
  "$TREE/venv/bin/python" "$APP/seed.py"
}
app_serve() {
  app_env
  daemon server "$TREE/venv/bin/gunicorn" --bind "127.0.0.1:$PORT" --workers 1 --threads 4 pretalx.wsgi
}
app_ready() { wait_for 90 http_ok -H "Host: $PUBLIC_HOST" "$URL/orga/login/"; }
app_seed() { :; }
