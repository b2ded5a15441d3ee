# Lino Noi: tickets, organizations and people of a help desk; React over Lino's own API, SQLite; the demo data of the app
V=26.9.2
app_install() {
  venv_need "lino-noi==$V" lino==26.10.8 lino-xl==26.10.5 lino-react==26.10.1 num2words==0.5.14 channels==4.3.2 waitress==3.0.2
}
app_version() { pip_version lino-noi; }
app_prepare() {
  cp "$APP"/{settings.py,serve.py,manage.py} "$DATA"
  cd "$DATA"
  "$TREE/venv/bin/python" manage.py prep --noinput
}
app_serve() {
  cd "$DATA"
  daemon server "$TREE/venv/bin/python" serve.py
}
app_ready() { wait_for 120 http_ok "$URL/"; }
app_seed() { curl -fsS -o /dev/null "$URL/api/main_html?fmt=json"; }
