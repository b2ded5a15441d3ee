# Request Tracker: tickets in queues, with a history each; Perl, sqlite, its own server
RT_HOME=/usr/share/request-tracker5
app_install() {
  echo 'request-tracker5 request-tracker5/dbconfig-install boolean false' | debconf-set-selections || true
  apt_need request-tracker5 rt5-standalone rt5-db-sqlite curl
}
app_version() { apt_version request-tracker5; }
app_settings() {
  export RT_SITE_CONFIG=$APP/site.pm RT_SITE_CONFIG_DIR=/dev/null DESK_DATA=$DATA
  export DESK_DOMAIN=${PUBLIC_HOST%%:*} DESK_PORT=443
  [ "$PUBLIC_SCHEME" = https ] || DESK_PORT=$PORT
  export PERL5LIB=$RT_HOME/lib
}
app_prepare() {
  app_settings
  rt-setup-database-5 --action init --skip-create --dba-password '' </dev/null
  perl "$APP/seed.pl"
}
app_serve() {
  app_settings
  daemon server "$RT_HOME/libexec/rt-server" --host 127.0.0.1 --port "$PORT" --max-workers 4
}
app_ready() { wait_for 60 http_ok "$URL/"; }
app_seed() { :; }
