# LNbits 1.6: accounts of a payment service and their wallets; Vue with Quasar over REST, SQLite, no money behind it
V=1.6.2
app_install() { venv_need "lnbits==$V" "bitstring<5"; }
app_version() { pip_version lnbits; }
app_prepare() { mkdir -p "$DATA/extensions"; }
app_serve() {
  cd "$TREE"/venv/lib/python3*/site-packages # its pages are looked for below here
  daemon server env LNBITS_DATA_FOLDER="$DATA" LNBITS_EXTENSIONS_PATH="$DATA" LNBITS_ADMIN_UI=true LNBITS_BACKEND_WALLET_CLASS=FakeWallet \
    AUTH_SECRET_KEY=demodemodemodemodemodemodemodemo LNBITS_PRICE_AGGREGATOR_ENABLED=false LNBITS_EXCHANGE_RATE_PROVIDERS='[]' LNBITS_EXTENSIONS_MANIFESTS="" \
    LNBITS_WASM_EXTENSIONS_MANIFESTS="" LNBITS_RATE_LIMIT_NO=9000 LNBITS_SITE_TITLE="Harbour Pay" LNBITS_BASEURL="$PUBLIC/" DEBUG=false \
    FORWARDED_ALLOW_IPS="*" "$TREE/venv/bin/lnbits" --host 127.0.0.1 --port "$PORT"
}
app_ready() { wait_for 120 http_ok "$URL/api/v1/health"; }
app_seed() { python3 "$APP/seed.py"; }
