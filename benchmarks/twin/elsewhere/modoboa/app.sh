# Modoboa 2: mail domains, accounts and aliases of a hosting desk; Vue over REST, log-in by OpenID Connect, SQLite and Redis
V=2.12.0
REDIS_PORT=47611
app_install() {
  apt_need redis-server librrd-dev python3-dev g++
  venv_need "modoboa==$V" waitress==3.0.2
}
app_version() { pip_version modoboa; }
redis() { # empty at each start
  daemon redis redis-server --port $REDIS_PORT --bind 127.0.0.1 --save "" --appendonly no --dir "$DATA"
  wait_for 30 redis-cli -p $REDIS_PORT ping
}
app_prepare() {
  mkdir -p "$DATA"
  redis
  cd "$DATA"
  "$TREE/venv/bin/modoboa-admin.py" deploy hosting --domain hosting.acme.test --collectstatic --dont-install-extensions \
    --redisurl "redis://127.0.0.1:$REDIS_PORT/0" --dburl "default:sqlite:///$DATA/mail.db"
  cat "$APP/settings.txt" >>"$DATA/hosting/hosting/settings.py"
  end_all
}
app_serve() {
  redis
  cd "$DATA/hosting"
  daemon server "$TREE/venv/bin/python" "$APP/serve.py"
}
app_ready() { wait_for 120 http_ok "$URL/accounts/login/"; }
app_seed() { cd "$DATA/hosting" && "$TREE/venv/bin/python" "$APP/seed.py"; }
