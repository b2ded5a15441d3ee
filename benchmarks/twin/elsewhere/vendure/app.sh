# Vendure 3: commerce back office (Angular) over GraphQL, sqlite
V=3.7.3
app_install() {
  npm_need "{\"private\":true,\"dependencies\":{\"@vendure/core\":\"$V\",\"@vendure/admin-ui-plugin\":\"$V\",\"better-sqlite3\":\"^12\"}}"
}
app_version() { node_version @vendure/core; }
app_prepare() { :; }
app_serve() {
  use_node22
  export VENDURE_DISABLE_TELEMETRY=true NODE_PATH=$TREE/node_modules
  cd "$DATA"
  daemon server node "$APP/server.js"
}
app_ready() { wait_for 180 http_ok "$URL/health"; }
app_seed() { python3 "$APP/seed.py"; }
