# Unleash 7: feature flags of a company; React over REST, PostgreSQL on a port of its own
V=7.5.1
PG=/usr/lib/postgresql/15/bin
PG_PORT=47601
app_install() {
  apt_need postgresql
  npm_need "{\"private\":true,\"name\":\"flags\",\"version\":\"1.0.0\",\"dependencies\":{\"unleash-server\":\"$V\"}}"
}
app_version() { node_version unleash-server; }
postgres() { # in $DATA/db
  let_in postgres
  daemon db setpriv --reuid=postgres --regid=postgres --init-groups "$PG/postgres" -D "$DATA/db" -p $PG_PORT -h 127.0.0.1 -k "" -c fsync=off
  wait_for 60 "$PG/pg_isready" -h 127.0.0.1 -p $PG_PORT
}
app_prepare() {
  let_in postgres
  mkdir -p "$DATA/db"; chown postgres: "$DATA" "$DATA/db"
  as_user postgres "$PG/initdb" -D "$DATA/db" -A trust -E UTF8 --no-locale >/dev/null
  postgres
  "$PG/createdb" -h 127.0.0.1 -p $PG_PORT -U postgres flags
  end_all
}
app_serve() {
  postgres
  use_node22
  cd "$TREE"
  daemon server env NODE_ENV=production CHECK_VERSION=false DATABASE_URL=postgres://postgres@127.0.0.1:$PG_PORT/flags DATABASE_SSL=false \
    UNLEASH_DEFAULT_ADMIN_USERNAME=ada UNLEASH_DEFAULT_ADMIN_PASSWORD=demo-Pass-1234 SEND_TELEMETRY=false LOG_LEVEL=warn \
    HTTP_HOST=127.0.0.1 HTTP_PORT="$PORT" node node_modules/unleash-server/dist/server.js
}
app_ready() { wait_for 180 http_ok "$URL/health"; }
app_seed() { python3 "$APP/seed.py"; }
