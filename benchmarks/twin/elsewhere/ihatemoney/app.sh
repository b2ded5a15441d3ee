# I hate money: what a group spends together, Flask, sqlite
app_install() { venv_need ihatemoney==6.1.5 "setuptools<81"; }
app_version() { pip_version ihatemoney; }
app_env() {
  export IHATEMONEY_SETTINGS_FILE_PATH=$DATA/ihatemoney.cfg
  cat >"$DATA/ihatemoney.cfg" <<S
SQLALCHEMY_DATABASE_URI = "sqlite:///$DATA/ihatemoney.db"
SQLALCHEMY_TRACK_MODIFICATIONS = False
SECRET_KEY = "made-up-for-this-demonstration-only"
ACTIVATE_DEMO_PROJECT = False
ALLOW_PUBLIC_PROJECT_CREATION = False
BABEL_DEFAULT_TIMEZONE = "UTC"
S
}
app_prepare() {
  app_env
  "$TREE/venv/bin/python" "$APP/seed.py"
}
app_serve() {
  app_env
  daemon server "$TREE/venv/bin/python" "$APP/serve.py" "$PORT"
}
app_ready() { wait_for 60 http_ok "$URL/authenticate"; }
app_seed() { :; }
