# Tryton: an ERP, its parties and leads; web client sao (jQuery) over JSON-RPC, sqlite
V=8.0
SAO=8.0.11
app_install() {
  venv_need "trytond~=$V.0" "trytond_sale_opportunity~=$V.0" "proteus~=$V.0"
  npm_need "{\"private\":true,\"dependencies\":{\"tryton-sao\":\"$SAO\"}}" --ignore-scripts --legacy-peer-deps
}
app_version() { pip_version trytond; }
app_conf() {
  export CLIENT=$CONF/client
  mkdir -p "$CLIENT"
  ln -sfn "$TREE/node_modules" "$CLIENT/node_modules"
  for part in dist images locale sounds index.html; do ln -sfn "$TREE/node_modules/tryton-sao/$part" "$CLIENT/$part"; done
  : >"$CLIENT/custom.js"
  : >"$CLIENT/custom.css"
  fill_in "$APP/trytond.conf" "$CONF/trytond.conf"
}
app_prepare() {
  app_conf
  : >"$DATA/acme.sqlite"
  echo demo-Pass-1234 >"$CONF/password"
  TRYTONPASSFILE=$CONF/password "$TREE/venv/bin/trytond-admin" -c "$CONF/trytond.conf" -d acme --all \
    -u sale_opportunity --activate-dependencies --email admin@example.com
  "$TREE/venv/bin/python" "$APP/seed.py" "$CONF/trytond.conf"
}
app_serve() {
  app_conf
  daemon server "$TREE/venv/bin/trytond" -c "$CONF/trytond.conf" -d acme
}
app_ready() { wait_for 60 http_ok "$URL/"; }
app_seed() { :; }
