# Shaarli: bookmarks with tags; PHP's own web server, one file
app_install() {
  apt_need shaarli php8.2-cli php8.2-curl php8.2-gd php8.2-intl php8.2-mbstring curl
  [ -e "$TREE/root/index.php" ] && return 0
  rm -rf "$TREE/part"
  mkdir -p "$TREE/part"
  cp -aL /usr/share/shaarli/. "$TREE/part/" || true # a link may lead nowhere
  grep -rlE --include='*.php' '/(var/lib|var/cache|usr/share)/shaarli' "$TREE/part" |
    xargs sed -i -e "s#/var/lib/shaarli/data#$DATA/data#" -e "s#/var/cache/shaarli#$DATA/cache#" -e "s#/usr/share/shaarli#$TREE/root#"
  mv "$TREE/part" "$TREE/root"
}
app_version() { apt_version shaarli; }
app_prepare() {
  mkdir -p "$DATA/data" "$DATA"/cache/{cache,pagecache,tmp} "$DATA/sessions"
  php -d display_errors=0 "$APP/seed.php" "$TREE/root" "$DATA/data"
}
app_serve() {
  PHP_CLI_SERVER_WORKERS=4 daemon php php -d display_errors=0 -d "session.save_path=$DATA/sessions" \
    -S "127.0.0.1:$PORT" -t "$TREE/root" "$APP/router.php"
}
app_ready() { wait_for 30 http_ok "$URL/login"; }
app_seed() { :; }
