# Strapi 5: leads and companies of a sales desk in its content manager; React over REST, SQLite
V=5.54.0
app_install() {
  npm_need "{\"private\":true,\"name\":\"desk\",\"version\":\"1.0.0\",\"strapi\":{\"uuid\":false},\"dependencies\":{\"@strapi/strapi\":\"$V\",\"better-sqlite3\":\"12.8.0\",\"react\":\"18.3.1\",\"react-dom\":\"18.3.1\",\"react-router-dom\":\"6.30.3\",\"styled-components\":\"6.1.19\"}}"
  local sum; sum="$V $(cat "$APP"/site/* | md5sum)"
  done_once build "$sum" && return 0
  local kind
  rm -rf "$TREE/config" "$TREE/src" "$TREE/build" "$TREE/dist"
  mkdir -p "$TREE/config" "$TREE/public/uploads" "$TREE/src"
  cp "$APP"/site/{admin,api,database,middlewares,plugins,server}.js "$TREE/config/"
  echo 'module.exports = {};' >"$TREE/src/index.js"
  for kind in lead company; do
    mkdir -p "$TREE/src/api/$kind"/{content-types/$kind,controllers,routes,services}
    cp "$APP/site/$kind.json" "$TREE/src/api/$kind/content-types/$kind/schema.json"
    core_of controllers Controller $kind; core_of routes Router $kind; core_of services Service $kind
  done
  (environment; cd "$TREE"; export DATABASE_FILENAME="$HERE/build.db"; node node_modules/.bin/strapi build)
  mark_done build "$sum"
}
core_of() { # FOLDER WHAT KIND
  echo "module.exports = require('@strapi/strapi').factories.createCore$2('api::$3.$3');" >"$TREE/src/api/$3/$1/$3.js"
}
app_version() { node_version @strapi/strapi; }
environment() {
  use_node22
  export NODE_ENV=production STRAPI_TELEMETRY_DISABLED=true STRAPI_DISABLE_UPDATE_NOTIFICATION=true DATABASE_FILENAME="$DATA/desk.db" PUBLIC
}
app_prepare() { mkdir -p "$DATA"; }
app_serve() {
  environment
  cd "$TREE"
  daemon server node node_modules/.bin/strapi start
}
app_ready() { wait_for 180 http_ok "$URL/_health"; wait_for 60 http_ok "$URL/admin/init"; }
app_seed() { python3 "$APP/seed.py"; }
