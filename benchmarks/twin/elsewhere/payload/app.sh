# Payload 3: a content back office as a CRM; Next.js (server components, server actions) over REST, SQLite
V=3.90.2
NEXT=15.4.11
app_install() {
  npm_need "{\"private\":true,\"type\":\"module\",\"name\":\"sales\",\"version\":\"1.0.0\",\"dependencies\":{\"payload\":\"$V\",\"@payloadcms/next\":\"$V\",\"@payloadcms/ui\":\"$V\",\"@payloadcms/db-sqlite\":\"$V\",\"next\":\"$NEXT\",\"react\":\"19.2.1\",\"react-dom\":\"19.2.1\",\"graphql\":\"16.11.0\",\"typescript\":\"5.9.2\",\"@types/react\":\"19.2.2\",\"@types/node\":\"22.18.0\"}}" --legacy-peer-deps
  local sum; sum="$V $NEXT $(cat "$APP"/site/* | md5sum)"
  done_once build "$sum" && return 0
  local pages="$TREE/app/(payload)"
  mkdir -p "$pages/admin/[[...segments]]" "$pages/api/[...slug]" "$HERE/build"
  cp "$APP"/site/{payload.config.js,next.config.mjs,prepare.mjs} "$TREE/"
  cp "$APP/site/layout.jsx" "$pages/"; cp "$APP/site/page.jsx" "$pages/admin/[[...segments]]/"
  cp "$APP/site/route.js" "$pages/api/[...slug]/"
  echo 'export const importMap = {}' >"$pages/admin/importMap.js"
  echo '{"compilerOptions":{"baseUrl":".","paths":{"@payload-config":["./payload.config.js"]}}}' >"$TREE/jsconfig.json"
  (
    environment; cd "$TREE"; rm -rf .next
    export DATABASE="$HERE/build/sales.db" PAYLOAD_CONFIG_PATH=payload.config.js
    node node_modules/.bin/payload generate:importmap
    node node_modules/.bin/next build
  )
  mark_done build "$sum"
}
app_version() { node_version payload; }
environment() {
  use_node22
  export NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 PAYLOAD_TELEMETRY_DISABLED=true PAYLOAD_SECRET=awe-demo-secret-0001 \
    DATABASE="$DATA/sales.db"
}
app_prepare() { (environment; cd "$TREE"; NODE_ENV=development node prepare.mjs); }
app_serve() {
  environment
  cd "$TREE"
  daemon server node node_modules/.bin/next start -H 127.0.0.1 -p "$PORT"
}
app_ready() { wait_for 180 http_ok "$URL/admin/login"; }
app_seed() { python3 "$APP/seed.py"; }
