# Faraday 5: what an audit found on a company's machines; React over REST, PostgreSQL on a port of its own
V=5.25.2
PG=/usr/lib/postgresql/15/bin
PG_PORT=47603
app_install() {
  apt_need acl postgresql libpq-dev python3-dev g++
  venv_need "faradaysec==$V"
}
app_version() { pip_version faradaysec; }
postgres() { # in $DATA/db
  let_in postgres
  daemon db setpriv --reuid=postgres --regid=postgres --init-groups "$PG/postgres" -D "$DATA/db" -p $PG_PORT -h 127.0.0.1 -k "" -c fsync=off
  wait_for 60 "$PG/pg_isready" -h 127.0.0.1 -p $PG_PORT
}
app_prepare() {
  let_in postgres
  mkdir -p "$DATA/db" "$DATA/.faraday/config" "$DATA/.faraday/storage"
  chown postgres: "$DATA" "$DATA/db"
  as_user postgres "$PG/initdb" -D "$DATA/db" -A trust -E UTF8 --no-locale >/dev/null
  postgres
  "$PG/createdb" -h 127.0.0.1 -p $PG_PORT -U postgres faraday
  cat >"$DATA/.faraday/config/server.ini" <<I
[faraday_server]
port=$PORT
bind_address=127.0.0.1
session_timeout=12
celery_enabled=false
secret_key=demodemodemodemodemodemod
agent_registration_secret=demodemodemodemodemodemod
[database]
connection_string=postgresql+psycopg2://postgres@127.0.0.1:$PG_PORT/faraday
[storage]
path=$DATA/.faraday/storage
I
  export FARADAY_HOME=$DATA
  "$TREE/venv/bin/faraday-manage" create-tables
  "$TREE/venv/bin/faraday-manage" create-superuser --username ada --email ada@example.com --password demo-Pass-1234
  end_all
}
app_serve() {
  postgres
  rm -f "$DATA"/.faraday/faraday-server-port-*.pid
  daemon server env FARADAY_HOME="$DATA" "$TREE/venv/bin/faraday-server"
}
app_ready() { wait_for 120 http_ok "$URL/_api/config"; }
app_seed() { python3 "$APP/seed.py"; }
