# Flowise 3: chatflows, variables, credentials, tools and assistants of a help desk; React (MUI) over REST, SQLite
V=3.1.4
app_install() { # of the scripts of its 3000 packages only that of the database is run; the rest builds or fetches what is not used here
  npm_need "{\"private\":true,\"name\":\"flows\",\"version\":\"1.0.0\",\"dependencies\":{\"flowise\":\"$V\",\"flowise-components\":\"$V\",\"flowise-ui\":\"$V\"}}" --ignore-scripts
  done_once sqlite "$V" && return 0
  (cd "$TREE" && npm rebuild sqlite3)
  mark_done sqlite "$V"
}
app_version() { node_version flowise; }
app_prepare() { mkdir -p "$DATA"/{db,logs,files}; }
app_serve() {
  use_node22
  cd "$TREE"
  daemon server env PORT="$PORT" HOST=127.0.0.1 DATABASE_PATH="$DATA/db" SECRETKEY_PATH="$DATA/db" LOG_PATH="$DATA/logs" BLOB_STORAGE_PATH="$DATA/files" \
    APP_URL="$PUBLIC" JWT_AUTH_TOKEN_SECRET=demo-1 JWT_REFRESH_TOKEN_SECRET=demo-2 EXPRESS_SESSION_SECRET=demo-3 TOKEN_HASH_SECRET=demo-4 SECURE_COOKIES=false \
    DISABLE_FLOWISE_TELEMETRY=true NUMBER_OF_PROXIES=1 node node_modules/flowise/bin/run start
}
app_ready() { wait_for 300 http_ok "$URL/api/v1/ping"; wait_for 60 http_ok "$URL/signin"; }
app_seed() { python3 "$APP/seed.py"; }
