#!/usr/bin/env bash
# Builds deploy/Containerfile without a container engine, prints the image's size, and runs the image as a container would:
# read-only, without a network, and as its own user. Needs root, debootstrap, and a network for the build.
#
#   tools/image.sh [FOLDER]
#
# FOLDER keeps the image and the stages that copy nothing from this checkout for the next run.
# Mounts have their own namespace, so nothing stays mounted, whatever happens.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

limit_mb=600
[ "$(id -u)" = 0 ] || { echo "Run this as root: it makes a system root and enters it." >&2 && exit 2; }

if [ -z "${IMAGE_ROOT:-}" ]; then
  IMAGE_ROOT=${1:-$(mktemp -d "${TMPDIR:-/var/tmp}/venire-image-XXXXXX")}
  mkdir -p "$IMAGE_ROOT" && IMAGE_ROOT=$(cd "$IMAGE_ROOT" && pwd) && chmod 755 "$IMAGE_ROOT"
  export IMAGE_ROOT
  [ -n "${1:-}" ] || trap 'rm -rf --one-file-system "$IMAGE_ROOT"' EXIT
  unshare --mount --propagation private "$0"
  exit
fi

say() { echo "== $* =="; }
fail() { echo "$*" >&2 && exit 1; }

# Uses this machine's mirror, proxy, and certificates without naming them here.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -n 1)
registry=$(npm config get registry)

# Makes the official slim image: a minimal system without documentation and translations.
make_base() {
  local suite
  case $1 in debian:12-slim) suite=bookworm ;; debian:13-slim) suite=trixie ;; *) fail "No recipe for $1." ;; esac
  base=$IMAGE_ROOT/$suite
  if [ -e "$base.made" ]; then return; fi
  say "making $1"
  rm -rf "$base"
  debootstrap --variant=minbase "$suite" "$base" "$mirror" >"$base.log" 2>&1 || { tail -n 20 "$base.log" && exit 1; }
  printf 'path-exclude /usr/share/%s/*\n' doc info lintian locale man >"$base/etc/dpkg/dpkg.cfg.d/docker"
  echo 'path-include /usr/share/doc/*/copyright' >>"$base/etc/dpkg/dpkg.cfg.d/docker"
  (
    cd "$base"
    chroot . find /usr/share/doc -not -type d -not -name copyright -delete
    rm -rf usr/share/info usr/share/lintian usr/share/locale/* usr/share/man var/cache/apt/* var/lib/apt/lists/* var/log/*
    rm -f etc/apt/sources.list
    echo "Types: deb
URIs: $mirror
Suites: $suite $suite-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg" >etc/apt/sources.list.d/debian.sources
  )
  touch "$base.made"
}

# Runs a shell script in a stage, with this machine's network settings.
enter() {
  local stage=$1 script=$2
  apt-config dump Acquire >"$stage/etc/apt/apt.conf.d/99machine"
  cp -L /etc/resolv.conf /etc/hosts "$stage/etc/"
  cp -L /etc/ssl/certs/ca-certificates.crt "$stage/tmp/machine.pem"
  IMAGE_STAGE=$stage unshare --mount --propagation private sh -ec '
    mount -t proc proc "$IMAGE_STAGE/proc"
    mount --rbind /dev "$IMAGE_STAGE/dev"
    exec chroot "$IMAGE_STAGE" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive NPM_CONFIG_REGISTRY="$0" \
      NODE_EXTRA_CA_CERTS=/tmp/machine.pem /bin/sh -ec "$1"' "$registry" "$script" </dev/null >"$IMAGE_ROOT/run.log" 2>&1 ||
    { tail -n 30 "$IMAGE_ROOT/run.log" && exit 1; }
  rm -f "$stage/etc/apt/apt.conf.d/99machine" "$stage/tmp/machine.pem"
  : >"$stage/etc/resolv.conf" && : >"$stage/etc/hosts"
}

# Copies files that git doesn't ignore, which are the ones that .dockerignore lets through.
copy_context() {
  local to=$1 each
  shift
  mkdir -p "$to"
  for each in "$@"; do
    if [ -d "$each" ]; then
      git -C "$each" ls-files -z --cached --others --exclude-standard |
        tar -C "$each" --null --files-from=- --ignore-failed-read --owner=0 --group=0 -cf - | tar -xf - -C "$to"
    else
      install -m "$(stat -c %a "$each")" -p "$each" "$to/"
    fi
  done
}

to_words() { node -p 'JSON.parse(process.argv[1]).map((each) => `\x27${each.replaceAll("\x27", "\x27\\\x27\x27")}\x27`).join(" ")' "$1"; }

# One instruction per line, without comments.
instructions=$(sed '/^ *#/d' deploy/Containerfile | sed ':a;/\\$/{N;s/\\\n//;ta;}')
seen='' stage='' settings='' volumes='' entrypoint='' command='' health='' user=0 workdir=/ is_kept=''

while read -r name rest; do
  [ -n "$name" ] || continue
  [ -z "$is_kept" ] || [ "$name" = FROM ] || continue
  case $name in
    FROM)
      [ -z "$stage" ] || touch "$stage.made"
      seen=$seen. settings='' workdir=/
      title=$(sed -n 's/.* AS //p' <<<"$rest") && title=${title:-image}
      make_base "${rest%% *}"
      # Rebuilds a stage if its instructions or this checkout could have changed it.
      own=$(awk -v wanted="${#seen}" '/^FROM/ { at++ } at == wanted' <<<"$instructions")
      stage=$IMAGE_ROOT/$title
      is_kept=$(! grep -q '^COPY' <<<"$own" && [ -e "$stage.made" ] && [ "$(cat "$stage.steps")" = "$own" ] && echo yes || :)
      [ -z "$is_kept" ] || continue
      say "making the stage $title"
      rm -rf --one-file-system "$stage" "$stage.made"
      cp -a "$base" "$stage"
      echo "$own" >"$stage.steps"
      ;;
    RUN) enter "$stage" "$settings cd $workdir; $rest" ;;
    WORKDIR) workdir=$rest && mkdir -p "$stage$workdir" ;;
    ENV) settings="$settings export $rest;" ;;
    COPY)
      read -ra words <<<"$rest"
      to=${words[-1]}
      case $to in /*) to=$stage$to ;; *) to=$stage$workdir/$to ;; esac
      if [[ ${words[0]} == --from=* ]]; then
        mkdir -p "$to" && cp -a "$IMAGE_ROOT/${words[0]#--from=}${words[1]}/." "$to/"
      else
        copy_context "$to" "${words[@]:0:${#words[@]}-1}"
      fi
      ;;
    USER) user=$rest ;;
    VOLUME) volumes="$volumes $rest" ;;
    ENTRYPOINT) entrypoint=$(to_words "$rest") ;;
    CMD) command=$(to_words "$rest") ;;
    HEALTHCHECK) health=$(to_words "${rest#*CMD }") ;;
    EXPOSE | STOPSIGNAL) ;;
    *) fail "This script doesn't know the instruction $name." ;;
  esac
done <<<"$instructions"

say "size"
du -xm --max-depth=2 "$stage" | sort -rn | sed "s|$stage|/|" | head -n 20
size_mb=$(du -xsm "$stage" | cut -f1)
echo "The image takes $size_mb MB unpacked; the limit is $limit_mb MB."

# Volumes get their owner from the folder they cover. Everything else is read-only.
say "running it as user $user"
cat >"$IMAGE_ROOT/inside.sh" <<END
mount --bind "$stage" "$stage" && mount -o remount,bind,ro "$stage"
mount -t proc proc "$stage/proc" && mount --rbind /dev "$stage/dev" && mount -t tmpfs -o mode=1777 tmpfs "$stage/tmp"
for each in $volumes /var/lib/venire-work /var/backups/venire; do
  mount -t tmpfs -o "uid=\$(stat -c %u "$stage\$each"),gid=\$(stat -c %g "$stage\$each"),mode=\$(stat -c %a "$stage\$each")" tmpfs "$stage\$each"
done
ip link set lo up 2>/dev/null || :
exec chroot --userspec=$user:\$(stat -c %g "$stage/var/lib/venire") "$stage" /usr/bin/env -i HOME=/ LANG=C.UTF-8 TINI_SUBREAPER= \
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin /bin/sh -ec "\$1"
END
as_container() { unshare --mount --net --pid --fork --propagation private bash -eu "$IMAGE_ROOT/inside.sh" "$1"; }
inside="$settings cd $workdir; export WORK_DIR=/var/lib/venire-work;"
as_container "$inside
  $entrypoint doctor
  $entrypoint analyze samples/voir-dire.mp4 --out /tmp/analysis
  ls /tmp/analysis
  $entrypoint $command &
  server=\$!
  for try in \$(seq 120); do sleep 1; $health && break; done
  $health && echo 'The health check passes.'
  $entrypoint backup --to /var/backups/venire
  kill \$server && wait \$server"

[ "$size_mb" -le "$limit_mb" ] || fail "The image is larger than $limit_mb MB."
say "passed"
