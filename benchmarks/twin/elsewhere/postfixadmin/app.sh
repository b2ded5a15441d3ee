# PostfixAdmin: domains, mailboxes and aliases of a mail server, PHP, sqlite
PFA=/usr/share/postfixadmin
app_install() {
  apt_need postfixadmin php8.2-cli php8.2-sqlite3 php8.2-mbstring php8.2-imap curl
  [ -e "$TREE/root/common.php" ] && return 0
  mkdir -p "$TREE/root"
  cp -aL "$PFA/." "$TREE/root/" || true # a link leads nowhere
}
app_version() { apt_version postfixadmin; }
app_settings() {
  export PFA_DB=$DATA/postfixadmin.db
  rm -rf "$TREE/root/templates_c"
  mkdir -p "$TREE/root/templates_c"
  rm -f "$TREE/root/config.local.php"
  echo '<?php $dbtype = "sqlite"; $dbname = $basepath = $dbuser = $dbpass = $dbserver = $dbport = "";' >"$TREE/root/dbconfig.inc.php"
  cp "$APP/config.local.php" "$TREE/root/config.local.php"
}
app_prepare() {
  app_settings
  touch "$PFA_DB"
  php "$TREE/root/public/upgrade.php"
  php "$APP/seed.php" "$TREE/root"
}
app_serve() {
  app_settings
  PHP_CLI_SERVER_WORKERS=4 daemon php php -d error_reporting=0 -d display_errors=0 -S "127.0.0.1:$PORT" -t "$TREE/root/public"
}
app_ready() { wait_for 30 http_ok "$URL/login.php"; }
app_seed() { :; }
