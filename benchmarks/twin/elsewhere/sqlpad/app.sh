# SQLPad 3: queries, connections and users; React over REST, NeDB files, a PostgreSQL of its own to ask
V=3.1.0
PG=/usr/lib/postgresql/15/bin
PG_PORT=48541
app_install() { # its pg of 2019 hangs with a node of today
  apt_need acl postgresql
  npm_need "{\"private\":true,\"name\":\"reports\",\"version\":\"1.0.0\",\"dependencies\":{\"sqlpad\":\"$V\"},\"overrides\":{\"pg\":\"8.11.5\",\"pg-cursor\":\"2.10.5\"}}" --ignore-scripts
}
app_version() { node_version sqlpad; }
postgres() { # in $DATA/db
  let_in postgres
  daemon db setpriv --reuid=postgres --regid=postgres --init-groups "$PG/postgres" -D "$DATA/db" -p $PG_PORT -h 127.0.0.1 -k "" -c fsync=off
  wait_for 60 "$PG/pg_isready" -h 127.0.0.1 -p $PG_PORT
}
app_prepare() {
  let_in postgres
  mkdir -p "$DATA/db" "$DATA/pad"; chown postgres: "$DATA" "$DATA/db"
  as_user postgres "$PG/initdb" -D "$DATA/db" -A trust -E UTF8 --no-locale >/dev/null
  postgres
  "$PG/createdb" -h 127.0.0.1 -p $PG_PORT -U postgres harbour
  "$PG/psql" -q -h 127.0.0.1 -p $PG_PORT -U postgres harbour <"$APP/harbour.sql"
  end_all
}
app_serve() {
  use_node22
  postgres
  cd "$TREE"
  daemon server env SQLPAD_IP=127.0.0.1 SQLPAD_PORT="$PORT" SQLPAD_DB_PATH="$DATA/pad" PUBLIC_URL="$PUBLIC" SQLPAD_COOKIE_SECRET=demo-1 \
    SQLPAD_PASSPHRASE=demo-2 SQLPAD_SESSION_MINUTES=600 node -r "$APP/ciphers.js" node_modules/sqlpad/server.js
}
app_ready() { wait_for 60 http_ok "$URL/api/app"; }
app_seed() { PG_PORT=$PG_PORT python3 "$APP/seed.py"; }
