# django-crm: companies, contacts, leads, deals, requests and tasks on Django's admin; sqlite, settings of our own
app_install() {
  done_once crm 1.7.0 && return 0
  # its own list has MySQL's client, and as many exact numbers as releases
  venv_need Django==5.2.7 gunicorn==23.0.0 whitenoise==6.11.0 requests==2.32.5 python-dateutil==2.9.0.post0 pytz==2025.2 \
    geoip2==5.1.0 tendo==0.3.0 pandas==2.3.3 openpyxl==3.1.5 XlsxWriter==3.2.9
  "$TREE/venv/bin/pip" install --disable-pip-version-check --no-deps django-crm-admin==1.7.0
  mark_done crm 1.7.0
}
app_version() { pip_version django-crm-admin; }
app_env() {
  export PYTHONPATH=$APP DJANGO_SETTINGS_MODULE=firm
  cd "$DATA"
}
app_prepare() {
  app_env
  mkdir -p "$DATA/media"
  "$TREE/venv/bin/python" "$APP/seed.py"
}
app_serve() {
  app_env
  daemon server "$TREE/venv/bin/gunicorn" --bind "127.0.0.1:$PORT" --workers 1 --threads 4 "django.core.wsgi:get_wsgi_application()"
}
app_ready() { wait_for 60 http_ok -H "Host: $PUBLIC_HOST" "$URL/en/crm/enter/"; }
app_seed() { :; }
