#!/usr/bin/env bash
# Runs the README's commands in a fresh minimal Debian, as a new user would. Needs root, debootstrap, and a network.
#
#   tools/bare.sh [SUITE [USER [COMMAND]]]
#   tools/bare.sh bookworm root 'npm run demo -- --once'
#
# SUITE is bookworm, trixie, or all; USER is root, person, or all; COMMAND defaults to both commands.
# Mounts have their own namespace, so nothing stays mounted, whatever happens.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

suite=${1:-all} user=${2:-all} command=${3:-}

if [ "$suite" = all ]; then
  for each in bookworm trixie; do "$0" "$each" "$user" "$command"; done
  exit
fi
if [ "$user" = all ]; then
  for each in root person; do "$0" "$suite" "$each" "$command"; done
  exit
fi
case $suite in bookworm | trixie) ;; *) echo "SUITE must be bookworm, trixie, or all." >&2 && exit 2 ;; esac
case $user in root | person) ;; *) echo "USER must be root, person, or all." >&2 && exit 2 ;; esac
[ "$(id -u)" = 0 ] || { echo "Run this as root: it makes a system root and enters it." >&2 && exit 2; }

if [ -z "${BARE_ROOT:-}" ]; then
  BARE_ROOT=$(mktemp -d "${TMPDIR:-/var/tmp}/venire-bare-XXXXXX")
  chmod 755 "$BARE_ROOT"
  export BARE_ROOT
  trap 'rm -rf --one-file-system "$BARE_ROOT"' EXIT
  unshare --mount --propagation private "$0" "$suite" "$user" "$command"
  exit
fi

say() { echo "== $suite, $user: $* =="; }

# Uses this machine's mirror, proxy, and certificates without naming them here.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -n 1)
say "making a minimal system"
debootstrap --variant=minbase --include=ca-certificates "$suite" "$BARE_ROOT" "$mirror" >"$BARE_ROOT.log" 2>&1 ||
  { tail -n 20 "$BARE_ROOT.log" && exit 1; }
rm -f "$BARE_ROOT.log"
apt-config dump Acquire >"$BARE_ROOT/etc/apt/apt.conf.d/99machine"
cp -L /etc/resolv.conf /etc/hosts "$BARE_ROOT/etc/"
if [ -d /usr/local/share/ca-certificates ]; then
  cp -a /usr/local/share/ca-certificates/. "$BARE_ROOT/usr/local/share/ca-certificates/"
  chroot "$BARE_ROOT" update-ca-certificates >/dev/null 2>&1
fi
registry=$(npm config get registry 2>/dev/null)

mount -t proc proc "$BARE_ROOT/proc"
mount --rbind /dev "$BARE_ROOT/dev"
mount -t tmpfs tmpfs "$BARE_ROOT/dev/shm"

home=/root
[ "$user" = root ] || home=/srv/person
enter() {
  local who=$1
  shift
  chroot --userspec="$who" "$BARE_ROOT" /usr/bin/env -i \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" USER="$who" LANG=C.UTF-8 \
    NPM_CONFIG_REGISTRY="$registry" NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
    E2E_PORT="${E2E_PORT:-4310}" PORT="${PORT:-3000}" CI="${CI:-}" DEBIAN_FRONTEND=noninteractive \
    /bin/sh -c "$*"
}

say "installing what the README asks for: Node and npm"
enter root 'apt-get -q update && apt-get -q install -y --no-install-recommends nodejs npm' >"$BARE_ROOT/apt.log" 2>&1 ||
  { tail -n 20 "$BARE_ROOT/apt.log" && exit 1; }
[ "$user" = root ] || chroot "$BARE_ROOT" useradd --create-home --home-dir /srv/person person

mkdir -p "$BARE_ROOT$home/venire"
git ls-files -z --cached --others --exclude-standard |
  tar --null --files-from=- --ignore-failed-read -cf - | tar -xf - -C "$BARE_ROOT$home/venire"
chown -R --reference="$BARE_ROOT$home" "$BARE_ROOT$home/venire"

# Runs a command. If it says what to install, installs that as root and tries once more.
attempt() {
  local log="$BARE_ROOT/command.log" told
  say "$1"
  if enter "$user" "cd $home/venire && $1" 2>&1 | tee "$log"; then return 0; fi
  told=$(sed -n 's/.*to install, type: sudo //p' "$log" | head -n 1)
  [ -n "$told" ] || return 1
  say "as told: $told"
  enter root "$told" >"$BARE_ROOT/apt.log" 2>&1 || { tail -n 20 "$BARE_ROOT/apt.log" && return 1; }
  say "$1, again"
  enter "$user" "cd $home/venire && $1"
}

if [ -n "$command" ]; then
  attempt "$command"
else
  attempt 'npm run demo -- --once'
  attempt 'npm test'
fi
say "passed"
