# Trac: tickets, milestones and a wiki; sqlite, everybody may do everything
app_install() { venv_need trac==1.6 "setuptools<70"; }
app_version() { pip_version trac; }
app_prepare() {
  "$TREE/venv/bin/trac-admin" "$DATA/env" initenv "Harbour works" sqlite:db/trac.db > "$DATA/initenv.txt"
  "$TREE/venv/bin/trac-admin" "$DATA/env" permission add anonymous TRAC_ADMIN
  "$TREE/venv/bin/python" "$APP/seed.py" "$DATA/env"
}
app_serve() {
  "$TREE/venv/bin/trac-admin" "$DATA/env" config set trac base_url "$PUBLIC"
  daemon server "$TREE/venv/bin/tracd" --http11 --single-env --hostname 127.0.0.1 --port "$PORT" "$DATA/env"
}
app_ready() { wait_for 60 http_ok "$URL/wiki"; }
app_seed() { :; }
