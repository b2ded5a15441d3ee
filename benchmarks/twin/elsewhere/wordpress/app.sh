# WordPress with the classic editor on PHP's own web server; MariaDB on a socket
WP=/usr/share/wordpress
app_install() {
  apt_need wordpress wordpress-theme-twentytwentythree mariadb-server-core mariadb-client-core curl \
    php8.2-cli php8.2-mysql php8.2-mbstring php8.2-xml php8.2-curl php8.2-gd
  [ -e "$TREE/root/wp-load.php" ] && return 0
  mkdir -p "$TREE/root"
  cp -aL "$WP/." "$TREE/root/" || true # a few links lead nowhere
  rm -rf "$TREE/root/wp-config.php" "$TREE/root/wp-content"
  mkdir -p "$TREE"/root/wp-content/{plugins,mu-plugins,themes,uploads}
  cp -aL /usr/share/wordpress/wp-content/themes/twentytwentythree "$TREE/root/wp-content/themes/"
}
app_version() { apt_version wordpress; }
app_prepare() { mariadb-install-db --no-defaults --user=root --datadir="$DATA/db" --skip-test-db --auth-root-authentication-method=normal; }
app_serve() {
  cp "$APP/wp-config.php" "$TREE/root/wp-config.php"
  cp "$APP/classic.php" "$TREE/root/wp-content/mu-plugins/classic.php"
  export DB_SOCKET=$RUN/db.sock
  daemon db mariadbd --no-defaults --user=root --datadir="$DATA/db" --socket="$DB_SOCKET" --skip-networking \
    --skip-grant-tables --innodb-log-file-size=8M --innodb-buffer-pool-size=64M --pid-file="$RUN/db.lock"
  wait_for 30 mariadb --no-defaults --socket="$DB_SOCKET" -e "CREATE DATABASE IF NOT EXISTS wordpress CHARACTER SET utf8mb4"
  PHP_CLI_SERVER_WORKERS=4 daemon php php -d error_reporting=0 -d display_errors=0 -S "127.0.0.1:$PORT" -t "$TREE/root" "$APP/router.php"
}
app_ready() { wait_for 30 http_ok "$URL/wp-login.php"; }
app_seed() { php "$APP/seed.php" "$TREE/root"; }
