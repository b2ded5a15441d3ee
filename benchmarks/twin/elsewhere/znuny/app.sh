# Znuny: a help desk with tickets, customers and queues; Perl under Plack, MariaDB on a socket
ZNUNY_PERL=(libdbd-mysql-perl libplack-perl libcgi-emulate-psgi-perl starman libauthen-sasl-perl libcrypt-passwdmd5-perl libcpan-audit-perl libdate-pcalc-perl
  libemail-valid-perl libdata-uuid-perl libio-stringy-perl libical-parser-perl libmime-tools-perl libclass-accessor-lite-perl
  libmailtools-perl libproc-daemon-perl liblingua-translit-perl libpod-strip-perl libio-interactive-perl libnet-sslglue-perl
  libhtml-truncate-perl libhtml-tagset-perl libschedule-cron-events-perl libtext-diff-perl libxml-parser-perl libtext-csv-perl
  libxml-feedpp-perl liblinux-distribution-perl libmail-pop3client-perl libpdf-api2-perl libsoap-lite-perl libnet-imap-simple-perl
  libnet-imap-simple-ssl-perl libnet-smtp-ssl-perl libgd-text-perl libgd-graph-perl libdbi-perl libjavascript-minifier-perl
  libcss-minifier-perl libyaml-perl libyaml-libyaml-perl libsys-hostname-long-perl libsisimai-perl libhtml-parser-perl libgd-gd2-perl
  libjson-xs-perl libnet-smtp-tls-butmaintained-perl libtext-csv-xs-perl libtext-diff-formattedhtml-perl libcrypt-eksblowfish-perl
  libencode-hanextra-perl libnet-ldap-perl libtemplate-perl libmail-imapclient-perl libcgi-pm-perl libexcel-writer-xlsx-perl
  libxml-libxml-perl libxml-libxslt-perl libmoo-perl libmodule-refresh-perl libcrypt-ssleay-perl libdatetime-perl libxml-simple-perl
  libxml-libxml-simple-perl libmath-random-secure-perl libcrypt-jwt-perl libhash-merge-perl libcss-minifier-xs-perl
  libjavascript-minifier-xs-perl libspreadsheet-xlsx-perl liblocale-codes-perl libjson-perl)
ROOT=$TREE/root
app_install() {
  apt_need "${ZNUNY_PERL[@]}" mariadb-server-core mariadb-client-core fonts-font-awesome fonts-dejavu-extra curl
  done_once znuny 6.5 && return 0
  # Debian has it in non-free (as otrs2): its own copy of the sources, so that the machine's stay as they are
  local apt=$TREE/apt f
  mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial"
  for f in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
    [ ! -e "$f" ] || sed -E -e 's/^(Components:.*|deb .* main.*)$/\1 non-free/' "$f" >"$apt/parts/$(basename "${f/sources.list/x.list}")"
  done
  local own=(-o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt/parts" -o "Dir::State::lists=$apt/lists"
    -o "Dir::Cache=$apt/cache")
  apt-get "${own[@]}" update
  (cd "$apt" && apt-get "${own[@]}" download otrs2)
  rm -rf "$apt/tree" "$ROOT"
  dpkg-deb -x "$apt"/otrs2_*.deb "$apt/tree"
  cp -a "$apt/tree/usr/share/otrs" "$ROOT"
  rm -rf "$ROOT/var" "$ROOT"/Kernel/Config/{Files,Backups} "$ROOT/Kernel/Config.pm" "$ROOT/Kernel/Config/GenericAgent.pm"
  cp -aL "$apt/tree/var/lib/otrs" "$ROOT/var" || true # a few links lead nowhere
  cp -a "$apt/tree/var/lib/otrs/Config/Files" "$ROOT/Kernel/Config/Files"
  mkdir -p "$ROOT"/var/{tmp,spool,run,sessions,article,log} "$ROOT/Kernel/Config/Backups"
  rm -rf "$apt/tree"
  mark_done znuny 6.5
}
app_version() { echo 6.5.1; }
znuny_settings() {
  export ZNUNY_HOME=$ROOT ZNUNY_SOCKET=$RUN/db.sock ZNUNY_FQDN=$PUBLIC_HOST ZNUNY_SCHEME=$PUBLIC_SCHEME
  export PERL5LIB=$ROOT:$ROOT/Kernel/cpan-lib TZ=UTC
  cp "$APP/Config.pm" "$ROOT/Kernel/Config.pm"
  rm -rf "$ROOT/var/tmp"
  mkdir -p "$ROOT/var/tmp"
}
znuny_db() {
  daemon db mariadbd --no-defaults --user=root --datadir="$DATA/db" --socket="$ZNUNY_SOCKET" --skip-networking --skip-grant-tables \
    --innodb-log-file-size=64M --innodb-buffer-pool-size=128M --max-allowed-packet=64M --pid-file="$RUN/db.lock"
  wait_for 30 mariadb --no-defaults --socket="$ZNUNY_SOCKET" -e "CREATE DATABASE IF NOT EXISTS znuny CHARACTER SET utf8mb4"
}
app_prepare() {
  mariadb-install-db --no-defaults --user=root --datadir="$DATA/db" --skip-test-db --auth-root-authentication-method=normal
  znuny_settings
  znuny_db
  for f in schema.mysql initial_insert.mysql schema-post.mysql; do
    mariadb --no-defaults --socket="$ZNUNY_SOCKET" znuny <"$ROOT/scripts/database/$f.sql"
  done
  cd "$ROOT"
  perl bin/otrs.Console.pl Maint::Config::Rebuild --allow-root
  perl "$APP/seed.pl"
}
app_serve() {
  znuny_settings
  [ -e "$RUN/db.pid" ] && alive "$RUN/db.pid" || znuny_db
  cd "$ROOT"
  daemon web starman --preload-app --listen "127.0.0.1:$PORT" --workers 4 --max-requests 100000 "$ROOT/bin/cgi-bin/app.psgi"
}
app_ready() { wait_for 60 http_ok "$URL/otrs/index.pl"; }
app_seed() { :; }
