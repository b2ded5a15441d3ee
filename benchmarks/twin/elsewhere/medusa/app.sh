# Medusa 2: the back office of a shop; React (React Query) over REST, PostgreSQL on a port of its own
V=2.21.2
PG=/usr/lib/postgresql/15/bin
PG_PORT=47101
app_install() {
  apt_need postgresql
  npm_need "{\"private\":true,\"name\":\"shop\",\"version\":\"1.0.0\",\"dependencies\":{\"@medusajs/medusa\":\"$V\",\"@medusajs/framework\":\"$V\",\"@medusajs/cli\":\"$V\",\"@medusajs/admin-sdk\":\"$V\",\"typescript\":\"^5\",\"react\":\"18.3.1\",\"react-dom\":\"18.3.1\"}}" --legacy-peer-deps
  local sum; sum="$V $(md5sum <"$APP/medusa-config.js")"
  done_once build "$sum" && return 0
  cp "$APP/medusa-config.js" "$TREE/"
  echo '{"compilerOptions":{"module":"Node16","target":"ES2021","allowJs":true,"outDir":".medusa/server"},"include":["medusa-config.js"]}' >"$TREE/tsconfig.json"
  (environment; cd "$TREE"; rm -rf .medusa; node node_modules/.bin/medusa build)
  rm -rf "$TREE/public"; cp -r "$TREE/.medusa/server/public" "$TREE/public"
  mark_done build "$sum"
}
app_version() { node_version @medusajs/medusa; }
environment() {
  use_node22
  export NODE_ENV=production MEDUSA_DISABLE_TELEMETRY=true DATABASE_URL=postgres://postgres@127.0.0.1:$PG_PORT/shop
}
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
  "$PG/createdb" -h 127.0.0.1 -p $PG_PORT -U postgres shop
  (
    environment; cd "$TREE"
    node node_modules/.bin/medusa db:migrate
    node node_modules/.bin/medusa user -e ada@example.com -p demo-Pass-1234
  )
  end_all
}
app_serve() {
  postgres
  environment
  cd "$TREE"
  daemon server node node_modules/.bin/medusa start --host 127.0.0.1 --port "$PORT"
}
app_ready() { wait_for 180 http_ok "$URL/health"; }
app_seed() { python3 "$APP/seed.py"; }
