# Roundup: issues with messages and histories; its classic template on sqlite
app_install() { venv_need roundup==2.6.0; }
app_version() { pip_version roundup; }
app_prepare() {
  local admin="$TREE/venv/bin/roundup-admin"
  "$admin" -i "$DATA/tracker" install classic sqlite \
    "tracker_web=$PUBLIC/,mail_domain=acme.test,mail_host=localhost,mail_debug=$DATA/mail.txt"
  "$admin" -i "$DATA/tracker" initialise demo1234
  "$TREE/venv/bin/python" "$APP/seed.py" "$DATA/tracker"
}
app_serve() {
  sed -i "s|^web = .*|web = $PUBLIC/|" "$DATA/tracker/config.ini"
  daemon server "$TREE/venv/bin/python" "$APP/server.py" "$DATA/tracker" "$PORT"
}
app_ready() { wait_for 60 http_ok "$URL/"; }
app_seed() { :; }
