# Kiwi TCMS: test plans, cases, runs and bugs; Django, sqlite
app_install() {
  venv_need kiwitcms==12.4
  done_once rpc 1.0.0 && return 0 # the version that it asks for does not know Python 3.11
  "$TREE/venv/bin/pip" install --disable-pip-version-check --no-deps django-modern-rpc==1.0.0
  mark_done rpc 1.0.0
}
app_version() { pip_version kiwitcms; }
app_env() {
  export PYTHONPATH=$APP DJANGO_SETTINGS_MODULE=quality
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
app_ready() { wait_for 60 http_ok "$URL/accounts/login/"; }
app_seed() { :; }
