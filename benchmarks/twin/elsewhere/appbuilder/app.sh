# Flask-AppBuilder: pages for contacts and the companies they work for, Flask, sqlite
app_install() { venv_need flask-appbuilder==4.8.1 "setuptools<81"; }
app_version() { pip_version flask-appbuilder; }
app_env() {
  export CONTACTS_DB=$DATA/contacts.db
  cd "$APP"
}
app_prepare() {
  app_env
  "$TREE/venv/bin/python" contacts.py seed
}
app_serve() {
  app_env
  daemon server "$TREE/venv/bin/python" contacts.py serve "$PORT"
}
app_ready() { wait_for 60 http_ok "$URL/login/"; }
app_seed() { :; }
