# phpMyAdmin on PHP's own web server, without a log-in; MariaDB on a socket
PMA=/usr/share/phpmyadmin
app_install() {
  echo 'phpmyadmin phpmyadmin/dbconfig-install boolean false' | debconf-set-selections || true
  apt_need phpmyadmin mariadb-server-core mariadb-client-core curl php8.2-cli php8.2-mysql php8.2-mbstring php8.2-xml
  [ -e "$TREE/root/index.php" ] && return 0
  mkdir -p "$TREE/root"
  cp -aL "$PMA/." "$TREE/root/" || true # a few links lead nowhere
  sed -i "s|'/etc/phpmyadmin/config.inc.php'|getenv('TABLES_CONFIG')|" "$TREE/root/libraries/vendor_config.php"
}
app_version() { apt_version phpmyadmin; }
app_prepare() {
  mariadb-install-db --no-defaults --user=root --datadir="$DATA/db" --skip-test-db --auth-root-authentication-method=normal
}
app_serve() {
  export DB_SOCKET=$RUN/db.sock TABLES_CONFIG=$APP/config.php TABLES_TMP=$DATA/tmp TABLES_URL=$PUBLIC/
  mkdir -p "$TABLES_TMP"
  daemon db mariadbd --no-defaults --user=root --datadir="$DATA/db" --socket="$DB_SOCKET" --skip-networking \
    --innodb-log-file-size=8M --innodb-buffer-pool-size=64M --pid-file="$RUN/db.lock"
  wait_for 30 mariadb --no-defaults --user=root --socket="$DB_SOCKET" -e "SELECT 1"
  PHP_CLI_SERVER_WORKERS=4 daemon php php -d error_reporting=0 -d display_errors=0 -S "127.0.0.1:$PORT" -t "$TREE/root"
}
app_ready() { wait_for 30 http_ok "$URL/index.php"; }
app_seed() { mariadb --no-defaults --user=root --socket="$RUN/db.sock" <"$APP/seed.sql"; }
