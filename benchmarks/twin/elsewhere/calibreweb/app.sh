# Calibre-Web: a library of books with authors, tags, series and shelves; Flask, sqlite
app_install() {
  apt_need libmagic1 curl
  venv_need calibreweb==0.6.27
  done_once schema 1 && return 0
  # the tables of a library are Calibre's own: only that file of its package
  mkdir -p "$TREE/calibre"
  (cd "$TREE/calibre" && apt-get download calibre)
  dpkg-deb --fsys-tarfile "$TREE"/calibre/calibre_*.deb | tar -xO ./usr/share/calibre/metadata_sqlite.sql >"$TREE/metadata.sql"
  rm -rf "$TREE/calibre"
  mark_done schema 1
}
app_version() { pip_version calibreweb; }
app_settings() {
  export CALIBRE_DBPATH=$DATA CALIBRE_PORT=$PORT CACHE_DIRECTORY=$DATA/cache TZ=UTC
  cd "$DATA"
}
app_prepare() {
  app_settings
  "$TREE/venv/bin/python" "$APP/seed.py" library "$TREE/metadata.sql" "$DATA/library"
}
app_serve() {
  app_settings
  [ ! -e "$DATA/app.db" ] || "$TREE/venv/bin/python" "$APP/seed.py" place "$DATA/app.db" "$DATA/library"
  daemon server "$TREE/venv/bin/cps" -i 127.0.0.1 -p "$DATA/app.db" -o "$LOG/cps.log"
}
app_ready() { wait_for 60 http_ok "$URL/login"; }
app_seed() { "$TREE/venv/bin/python" "$APP/seed.py" settings "$DATA/app.db" "$DATA/library"; }
