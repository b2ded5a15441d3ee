# Nautobot: places, tenants, providers, racks and devices of a firm's network; Django, PostgreSQL and Redis on ports of their own
PG=/usr/lib/postgresql/15/bin
PG_PORT=8671
REDIS_PORT=8672
app_install() {
  apt_need postgresql redis-server
  venv_need nautobot==3.2.7
}
app_version() { pip_version nautobot; }
environment() {
  export NAUTOBOT_ROOT=$DATA/root NAUTOBOT_CONFIG=$APP/nautobot_config.py PG_PORT REDIS_PORT
  mkdir -p "$NAUTOBOT_ROOT"
  cd "$NAUTOBOT_ROOT"
}
stores() { # PostgreSQL in $DATA/db, Redis without a file
  let_in postgres
  daemon db setpriv --reuid=postgres --regid=postgres --init-groups "$PG/postgres" -D "$DATA/db" -p $PG_PORT -h 127.0.0.1 -k "" -c fsync=off
  daemon redis redis-server --bind 127.0.0.1 --port $REDIS_PORT --save "" --dir "$RUN"
  wait_for 60 "$PG/pg_isready" -h 127.0.0.1 -p $PG_PORT
}
app_prepare() {
  let_in postgres
  mkdir -p "$DATA/db"; chown postgres: "$DATA" "$DATA/db"
  as_user postgres "$PG/initdb" -D "$DATA/db" -A trust -E UTF8 --no-locale >/dev/null
  stores
  "$PG/createdb" -h 127.0.0.1 -p $PG_PORT -U postgres network
  (
    environment
    "$TREE/venv/bin/nautobot-server" migrate --verbosity 0
    "$TREE/venv/bin/nautobot-server" collectstatic --no-input --verbosity 0
    "$TREE/venv/bin/python" "$APP/seed.py"
  )
  end_all
}
app_serve() {
  stores
  environment
  daemon server "$TREE/venv/bin/nautobot-server" runserver --insecure --noreload "127.0.0.1:$PORT"
}
app_ready() { wait_for 180 http_ok -H "Host: $PUBLIC_HOST" "$URL/login/"; }
app_seed() { :; }
