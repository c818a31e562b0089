# A PostgreSQL of our own for the tests, thrown away afterwards. Sourced by .ci/run.
#
# start_postgres sets GROGNARD_TEST_POSTGRES, or says in one line why the tests that need it are skipped.
# Install what is missing only where we may: as root, with apt-get. It listens on a free loopback port alone.

pg_folder=""
pg_bin=""
pg_as=()

find_postgres() {
  local found
  found="$(command -v initdb || ls -1 /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -n 1)" || true
  [ -n "$found" ] && pg_bin="$(dirname "$(readlink -f "$found")")"
}

install_postgres() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  # No cluster of the machine's own: we want the programs, not a service.
  mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] || echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends postgresql >/dev/null
}

start_postgres() {
  if ! find_postgres && ! { install_postgres && find_postgres; }; then
    echo "no PostgreSQL here and none to be had: the tests on it are skipped"
    return 0
  fi
  # Long paths make too long a socket's name, and PostgreSQL will not run as root.
  pg_folder="$(mktemp -d /tmp/grognard-pg.XXXXXX)"
  if [ "$(id -u)" = 0 ]; then
    id postgres >/dev/null 2>&1 || { echo "no user postgres to run it as: the tests on it are skipped"; return 0; }
    chown postgres "$pg_folder"
    pg_as=(setpriv --reuid=postgres --regid=postgres --init-groups)
  fi
  local port
  port="$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')"
  if "${pg_as[@]}" "$pg_bin/initdb" -D "$pg_folder/data" -U grognard -A trust -E UTF8 --locale=C --no-sync >"$pg_folder/log" 2>&1 &&
    "${pg_as[@]}" "$pg_bin/pg_ctl" -D "$pg_folder/data" -w -t 30 -l "$pg_folder/data/log" \
      -o "-p $port -k $pg_folder -c listen_addresses=127.0.0.1 -c fsync=off -c shared_buffers=32MB" start >>"$pg_folder/log" 2>&1; then
    export GROGNARD_TEST_POSTGRES="postgresql://grognard@127.0.0.1:$port/postgres"
    echo "$("$pg_bin/postgres" --version) on a loopback port, in a folder of its own"
  else
    echo "PostgreSQL would not start: the tests on it are skipped"
    tail -n 5 "$pg_folder/log"
  fi
}

stop_postgres() {
  [ -n "$pg_folder" ] || return 0
  [ -e "$pg_folder/data/postmaster.pid" ] && "${pg_as[@]}" "$pg_bin/pg_ctl" -D "$pg_folder/data" -m immediate -w stop >/dev/null 2>&1
  rm -rf "$pg_folder"
}
