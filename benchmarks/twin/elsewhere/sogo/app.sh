# SOGo 5: contacts in the address books of a company's groupware; AngularJS over JSON, PostgreSQL on a port of its own
PG=/usr/lib/postgresql/15/bin
PG_PORT=47641
SOGO_PORT=47642
MEMCACHED_PORT=47643
app_install() { apt_need acl postgresql sogo memcached nginx-light; }
app_version() { apt_version sogo; }
postgres() { # in $DATA/db
  let_in postgres
  daemon db setpriv --reuid=postgres --regid=postgres --init-groups "$PG/postgres" -D "$DATA/db" -p $PG_PORT -h 127.0.0.1 -k "" -c fsync=off
  wait_for 60 "$PG/pg_isready" -h 127.0.0.1 -p $PG_PORT
}
app_prepare() {
  let_in postgres
  mkdir -p "$DATA/db"
  chown postgres: "$DATA" "$DATA/db"
  as_user postgres "$PG/initdb" -D "$DATA/db" -A trust -E UTF8 --no-locale >/dev/null
  postgres
  "$PG/createdb" -h 127.0.0.1 -p $PG_PORT -U postgres sogo
  psql -q -h 127.0.0.1 -p $PG_PORT -U postgres -f "$APP/users.sql" sogo
  end_all
}
app_serve() {
  postgres
  daemon memcached memcached -u nobody -l 127.0.0.1 -p $MEMCACHED_PORT
  local base=postgresql://postgres@127.0.0.1:$PG_PORT/sogo people
  people="({type = sql; id = people; viewURL = \"$base/people\"; canAuthenticate = YES; isAddressBook = YES; userPasswordAlgorithm = plain; displayName = Staff;})"
  mkdir -p "$RUN/sogo" "$RUN/nginx"
  chown sogo: "$RUN/sogo"
  let_in sogo
  cd "$RUN/sogo"
  daemon sogo env HOME="$RUN/sogo" setpriv --reuid=sogo --regid=sogo --init-groups /usr/sbin/sogod -WONoDetach YES -WOWorkersCount 3 \
    -WOPort 127.0.0.1:$SOGO_PORT -WOLogFile - -WOPidFile "$RUN/sogo/sogo.lock" -SOGoMemcachedHost "127.0.0.1:$MEMCACHED_PORT" \
    -SOGoProfileURL "$base/user_profile" -OCSFolderInfoURL "$base/folder_info" -OCSSessionsFolderURL "$base/sessions_folder" \
    -OCSEMailAlarmsFolderURL "$base/alarms_folder" -OCSStoreURL "$base/store" -OCSAclURL "$base/acl" -OCSCacheFolderURL "$base/cache_folder" \
    -SOGoUserSources "$people" -SOGoLanguage English -SOGoTimeZone UTC -SOGoMailDomain acme.test -SOGoLoginModule Contacts \
    -SOGoAppointmentSendEMailNotifications NO -SOGoPageTitle Harbour -SOGoSieveScriptsEnabled NO -SOGoVacationEnabled NO \
    -SOGoMaximumFailedLoginCount 0
  fill_in "$APP/nginx.conf" "$CONF/nginx.conf"
  daemon web nginx -c "$CONF/nginx.conf" -e stderr
}
app_ready() { wait_for 60 http_ok "$URL/SOGo/"; }
app_seed() { python3 "$APP/seed.py"; }
