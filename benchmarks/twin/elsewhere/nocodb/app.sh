# NocoDB: tables as in a spreadsheet, shown as cards; Vue over REST, sqlite
V=0.301.3
app_install() {
  npm_need "{\"private\":true,\"dependencies\":{\"nocodb\":\"$V\"},\"overrides\":{\"nc-lib-gui\":\"$V\",\"xlsx\":\"0.18.5\"}}" \
    --ignore-scripts --legacy-peer-deps
  done_once sqlite3 "$V" || { (cd "$TREE" && npm rebuild sqlite3) && mark_done sqlite3 "$V"; }
}
app_version() { node_version nocodb; }
app_prepare() { :; }
app_serve() {
  use_node22
  export NC_DISABLE_TELE=true NC_TOOL_DIR=$DATA NC_PUBLIC_URL=$PUBLIC NC_AUTH_JWT_SECRET=awe-demo-secret-0001 \
    NC_CONNECTION_ENCRYPT_KEY=awe-demo-secret-0001 NC_ADMIN_EMAIL=admin@example.com NC_ADMIN_PASSWORD=demo-Pass-1234 \
    NODE_PATH=$TREE/node_modules
  cd "$DATA"
  daemon server node "$APP/server.js"
}
app_ready() { wait_for 120 http_ok "$URL/api/v1/health"; }
app_seed() { python3 "$APP/seed.py"; }
