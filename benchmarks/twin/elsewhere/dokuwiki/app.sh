# DokuWiki: pages in namespaces, PHP's own web server, files
DW=/usr/share/dokuwiki
app_install() {
  apt_need dokuwiki php8.2-cli php8.2-xml php8.2-mbstring curl
  [ -e "$TREE/root/doku.php" ] && return 0
  mkdir -p "$TREE/root"
  cp -aL "$DW/." "$TREE/root/" || true # a link may lead nowhere
  rm -f "$TREE/root/install.php"
}
app_version() { apt_version dokuwiki; }
app_settings() {
  export DW_CONF=$CONF/wiki/ DW_DATA=$DATA/wiki DW_URL=$PUBLIC
  mkdir -p "$DW_CONF"
  cp "$APP/local.php" "$APP/acl.auth.php" "$DW_CONF"
  [ ! -e "$DATA/users.auth.php" ] || cp "$DATA/users.auth.php" "$DW_CONF"
  cp /etc/dokuwiki/plugins*.php "$DW_CONF"
}
app_php() { php -d "auto_prepend_file=$APP/prepend.php" -d display_errors=0 "$@"; }
app_prepare() {
  mkdir -p "$DATA"/wiki/{attic,cache,index,locks,log,media,media_attic,media_meta,meta,pages,tmp}
  app_settings
  app_php "$APP/users.php" >"$DATA/users.auth.php"
  app_settings
  app_php "$APP/seed.php" "$TREE/root" "$APP/pages.txt"
}
app_serve() {
  app_settings
  PHP_CLI_SERVER_WORKERS=4 daemon php php -d "auto_prepend_file=$APP/prepend.php" -d display_errors=0 \
    -S "127.0.0.1:$PORT" -t "$TREE/root"
}
app_ready() { wait_for 30 http_ok "$URL/doku.php"; }
app_seed() { :; }
