# n8n 1: workflows of a company; Vue single page over REST below /rest, pushes over a WebSocket, SQLite
V=1.123.81
app_install() { # a spreadsheet reader that it takes from elsewhere comes from the registry
  npm_need "{\"private\":true,\"name\":\"workflows\",\"version\":\"1.0.0\",\"dependencies\":{\"n8n\":\"$V\"},\"overrides\":{\"xlsx\":\"0.18.5\"}}"
}
app_version() { node_version n8n; }
app_prepare() { mkdir -p "$DATA/n8n"; }
app_serve() {
  use_node22
  cd "$TREE"
  daemon server env N8N_USER_FOLDER="$DATA/n8n" N8N_ENCRYPTION_KEY=demo-key-of-a-made-up-company N8N_HOST=127.0.0.1 \
    N8N_LISTEN_ADDRESS=127.0.0.1 N8N_PORT="$PORT" N8N_EDITOR_BASE_URL="$PUBLIC" WEBHOOK_URL="$PUBLIC/" N8N_SECURE_COOKIE=false \
    N8N_DIAGNOSTICS_ENABLED=false N8N_VERSION_NOTIFICATIONS_ENABLED=false N8N_TEMPLATES_ENABLED=false \
    N8N_PERSONALIZATION_ENABLED=false N8N_HIRING_BANNER_ENABLED=false N8N_RUNNERS_ENABLED=true N8N_COMMUNITY_PACKAGES_ENABLED=false \
    N8N_PROXY_HOPS=1 DB_SQLITE_POOL_SIZE=2 node node_modules/n8n/bin/n8n start
}
app_ready() { wait_for 300 http_ok "$URL/healthz/readiness"; wait_for 120 http_ok "$URL/rest/settings"; wait_for 60 http_ok "$URL/signin"; }
app_seed() { python3 "$APP/seed.py"; }
