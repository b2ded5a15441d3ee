# Kallithea: repositories with their changes, pull requests, gists, people and groups; sqlite, git
app_install() {
  apt_need git curl
  # its own list has upper bounds that no longer build
  venv_need setuptools==65.5.0 alembic==1.4.3 babel==2.19.0 backlash==0.5.1 bcrypt==3.2.2 Beaker==1.14.1 bleach==4.1.0 celery==5.7.0 \
    chardet==7.7.0 click==8.5.1 decorator==4.4.2 docutils==0.18.1 dulwich==0.19.16 FormEncode==2.1.1 gearbox==0.5.0 ipaddr==2.2.0 \
    Mako==1.1.6 Markdown==3.3.7 mercurial==6.1.4 paginate==0.5.7 paginate-sqlalchemy==0.3.1 Paste==3.5.3 Pygments==2.11.2 \
    python-dateutil==2.9.0.post0 Routes==2.5.1 SQLAlchemy==1.3.24 tgext.routes==0.2.1 TurboGears2==2.4.3 URLObject==3.0.0 \
    waitress==3.0.2 WebHelpers2==2.1 WebOb==1.8.11 Whoosh==2.7.4
  done_once kallithea 0.7.0 && return 0
  "$TREE/venv/bin/pip" install --disable-pip-version-check --no-deps kallithea==0.7.0
  use_node22
  PATH=$TREE/venv/bin:$PATH "$TREE/venv/bin/kallithea-cli" front-end-build
  mark_done kallithea 0.7.0
}
app_version() { pip_version kallithea; }
app_prepare() {
  cd "$DATA"
  mkdir -p repos
  "$TREE/venv/bin/kallithea-cli" config-create site.ini host=127.0.0.1 port="$PORT" '[server:main]' threads=4
  # pages name the instance: else the host and the number of the process, another one after each start
  sed -i -e 's/^app_instance_uuid.*/app_instance_uuid = acme/' -e 's/^session.secret.*/session.secret = acme-secret/' \
    -e '/^use = egg:kallithea/a instance_id = vm-3192' site.ini
  "$TREE/venv/bin/kallithea-cli" db-create -c site.ini --user mara --password demo1234 --email mara@acme.test \
    --repos "$DATA/repos" --force-yes
  "$TREE/venv/bin/python" "$APP/seed.py" site.ini
}
app_serve() {
  cd "$DATA"
  sed -i -e '/^url_scheme = /d' -e "/^\[server:main\]/a url_scheme = $PUBLIC_SCHEME" site.ini # as it sends absolute addresses
  daemon server "$TREE/venv/bin/gearbox" serve -c site.ini
}
app_ready() { wait_for 60 http_ok "$URL/_admin/login"; }
app_seed() {
  "$TREE/venv/bin/python" "$APP/reviews.py" "$URL"
  "$TREE/venv/bin/python" "$APP/dates.py" "$DATA/kallithea.db"
  "$TREE/venv/bin/kallithea-cli" index-create -c "$DATA/site.ini" --full
}
