# django-helpdesk: tickets of a service desk, Django, sqlite
app_install() { venv_need django-helpdesk==2.6.1; }
app_version() { pip_version django-helpdesk; }
app_env() {
  export PYTHONPATH=$APP DJANGO_SETTINGS_MODULE=desk
  cd "$DATA"
}
app_prepare() {
  app_env
  "$TREE/venv/bin/python" -m django migrate --verbosity 0
  "$TREE/venv/bin/python" "$APP/seed.py"
}
app_serve() {
  app_env
  daemon server "$TREE/venv/bin/python" -m django runserver --insecure --noreload "127.0.0.1:$PORT"
}
app_ready() { wait_for 60 http_ok "$URL/login/"; }
app_seed() { :; }
