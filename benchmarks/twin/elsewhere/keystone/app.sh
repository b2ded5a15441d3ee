# Keystone: contacts, companies and deals of a sales team; GraphQL, its admin interface in Next.js, sqlite
V=8.1.0
needs() { # PACKAGE VERSION...
  local told=
  while [ $# -gt 0 ]; do told="$told,\"$1\":\"$2\""; shift 2; done
  echo "{\"private\":true,\"name\":\"desk\",\"version\":\"1.0.0\",\"dependencies\":{${told#,}}}"
}
environment() { # its schema tool is only fetched for migrations: tables are made by tables.sql
  use_node22
  export NEXT_TELEMETRY_DISABLED=1 NODE_ENV=production PRISMA_SCHEMA_ENGINE_BINARY=/bin/true
}
app_install() {
  npm_need "$(needs @keystone-6/core $V @keystone-6/auth 10.0.5 @prisma/adapter-better-sqlite3 ^7.10.0 @prisma/client ^7.10.0 \
    prisma ^7.10.0 better-sqlite3 ^12.11.1 next 16.4.6 react ^19.2.4 react-dom ^19.2.4 graphql ^16.14.2 typescript ^5)"
  done_once sqlite3 "$V" || { (cd "$TREE" && npm rebuild better-sqlite3 esbuild) && mark_done sqlite3 "$V"; }
  local sum; sum="$V $(md5sum <"$APP/keystone.ts")"
  done_once build "$sum" && return 0
  cp "$APP/keystone.ts" "$TREE/"
  echo '{}' >"$TREE/package-lock.json" # says where the project begins
  (environment; cd "$TREE"; rm -rf .keystone; DATABASE_URL=file:$TREE/build.sqlite node node_modules/.bin/keystone build)
  mark_done build "$sum"
}
app_version() { node_version @keystone-6/core; }
app_prepare() { python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(open(sys.argv[2]).read())' "$DATA/desk.sqlite" "$APP/tables.sql"; }
app_serve() {
  environment
  cd "$TREE"
  daemon server env DATABASE_URL="file:$DATA/desk.sqlite" node node_modules/.bin/keystone start
}
app_ready() { wait_for 120 http_ok "$URL/signin"; }
app_seed() { python3 "$APP/seed.py"; }
