# ZenML: secrets, stacks and their components, pipelines, members; React over REST, sqlite
V=0.98.0
app_install() {
  venv_need "zenml[server]==$V"
  # the moving background of its log-in page, in fewer points: it takes minutes without graphics hardware
  sed -i 's/Math.sqrt(this.maxPixelCount)/Math.sqrt(4096)/' \
    "$TREE"/venv/lib/python3*/site-packages/zenml/zen_server/dashboard/assets/index-*.js
}
app_version() { pip_version zenml; }
app_prepare() { :; }
app_serve() {
  export ZENML_CONFIG_PATH=$DATA/conf ZENML_STORE_URL=sqlite:///$DATA/zenml.db ZENML_ANALYTICS_OPT_IN=false \
    ZENML_SERVER_DEPLOYMENT_TYPE=other ZENML_SERVER_AUTH_SCHEME=OAUTH2_PASSWORD_BEARER \
    ZENML_SERVER_JWT_SECRET_KEY=awe-demo-secret-0001-awe-demo-secret-0001 ZENML_SERVER_AUTO_ACTIVATE=1 \
    ZENML_DEFAULT_USER_NAME=admin ZENML_DEFAULT_USER_PASSWORD=demo-Pass-1234 \
    ZENML_SERVER_DISPLAY_ANNOUNCEMENTS=0 ZENML_SERVER_DISPLAY_UPDATES=0
  cd "$DATA"
  daemon server "$TREE/venv/bin/uvicorn" zenml.zen_server.zen_server_api:app --host 127.0.0.1 --port "$PORT" --proxy-headers
}
app_ready() { wait_for 180 http_ok "$URL/health"; }
app_seed() { python3 "$APP/seed.py"; }
