# Zabbix' front end on PHP's own web server; MariaDB on a socket. No server of Zabbix runs: nothing is measured
ZBX=/usr/share/zabbix
app_install() {
  apt_need zabbix-frontend-php zabbix-server-mysql mariadb-server-core mariadb-client-core curl \
    php8.2-cli php8.2-mysql php8.2-mbstring php8.2-xml php8.2-bcmath php8.2-gd
  [ -e "$TREE/root/zabbix.php" ] && return 0
  mkdir -p "$TREE/root"
  cp -aL "$ZBX/." "$TREE/root/" || true # a few links lead nowhere
}
app_version() { apt_version zabbix-frontend-php; }
db() { mariadb --no-defaults --socket="$RUN/db.sock" "$@"; }
app_prepare() { mariadb-install-db --no-defaults --user=root --datadir="$DATA/db" --skip-test-db --auth-root-authentication-method=normal; }
app_serve() {
  export DB_SOCKET=$RUN/db.sock
  cp "$APP/zabbix.conf.php" "$TREE/root/conf/zabbix.conf.php"
  sed -i "s|'/etc/zabbix/zabbix.conf.php'|'$TREE/root/conf/zabbix.conf.php'|" "$TREE/root/include/classes/core/CConfigFile.php"
  daemon db mariadbd --no-defaults --user=root --datadir="$DATA/db" --socket="$DB_SOCKET" --skip-networking \
    --skip-grant-tables --innodb-log-file-size=16M --innodb-buffer-pool-size=128M --pid-file="$RUN/db.lock"
  wait_for 30 db -e "CREATE DATABASE IF NOT EXISTS zabbix CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"
  if ! db zabbix -e "SELECT 1 FROM users LIMIT 1"; then
    { echo "SET autocommit=0;"; zcat /usr/share/zabbix-server-mysql/{schema,images,data}.sql.gz; echo "COMMIT;"; } | db zabbix
  fi
  PHP_CLI_SERVER_WORKERS=4 daemon php php -d error_reporting=0 -d display_errors=0 -d max_execution_time=300 \
    -d post_max_size=16M -d max_input_time=300 -d date.timezone=UTC -d "mysqli.default_socket=$DB_SOCKET" -S "127.0.0.1:$PORT" -t "$TREE/root"
}
app_ready() { wait_for 30 http_ok "$URL/index.php"; }
app_seed() { python3 "$APP/seed.py" "$URL"; }
