# django-todo: lists of tasks for teams; Django, sqlite, in a small site of our own
app_install() {
  apt_need libjs-bootstrap5 libjs-jquery
  venv_need django-todo==2.7.0 gunicorn==23.0.0 whitenoise==6.11.0
}
app_version() { pip_version django-todo; }
app_env() {
  export PYTHONPATH=$APP DJANGO_SETTINGS_MODULE=office
  cd "$DATA"
}
app_prepare() {
  app_env
  "$TREE/venv/bin/python" -m django migrate --verbosity 0
  "$TREE/venv/bin/python" -m django collectstatic --noinput --verbosity 0
  "$TREE/venv/bin/python" "$APP/seed.py"
}
app_serve() {
  app_env
  daemon server "$TREE/venv/bin/gunicorn" --bind "127.0.0.1:$PORT" --workers 1 --threads 4 "django.core.wsgi:get_wsgi_application()"
}
app_ready() { wait_for 60 http_ok -H "Host: $PUBLIC_HOST" "$URL/login/"; }
app_seed() { :; }
