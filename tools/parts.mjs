/** This file is plain JavaScript because setup runs before any package is installed. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const onPath = (name) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].some(
    (folder) => folder !== '' && existsSync(join(folder, name)),
  )
const findAny = (...paths) => paths.some((path) => existsSync(path))

/** Prefers the headless shell because it uses a fifth less CPU time. */
export const findChromium = () =>
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ??
  'chromium'

/** The program is `7zz` on Debian 12 and `7z` on Debian 13. */
export const findSevenZip = () => (onPath('7zz') ? '7zz' : '7z')

const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''

/** Debian and Ubuntu install PostgreSQL's server programs outside PATH, in one folder per version. */
const hasPostgresServer = () => {
  const versions = '/usr/lib/postgresql'
  if (onPath('initdb')) return true
  return (
    existsSync(versions) && readdirSync(versions).some((version) => existsSync(join(versions, version, 'bin/initdb')))
  )
}

/**
 * `for` is `run`, `test`, or `make` (maintainer scripts). Parts that aren't required enable optional features. If a
 * system has no package name, the part isn't available there. `programs.ts` checks that all programs are listed.
 */
export const systemParts = [
  {
    name: 'ffmpeg',
    programs: ['ffmpeg', 'ffprobe'],
    for: 'run',
    required: true,
    why: 'reads every video',
    isPresent: () => onPath('ffmpeg') && onPath('ffprobe'),
    packages: { apt: 'ffmpeg', dnf: 'ffmpeg-free', pacman: 'ffmpeg', brew: 'ffmpeg' },
  },
  {
    name: 'qpdf',
    programs: ['qpdf'],
    for: 'run',
    required: false,
    why: 'encrypts PDF exports',
    isPresent: () => onPath('qpdf'),
    packages: { apt: 'qpdf', dnf: 'qpdf', pacman: 'qpdf', brew: 'qpdf' },
  },
  {
    name: 'pocketsphinx',
    programs: ['pocketsphinx_continuous', 'pocketsphinx'],
    for: 'run',
    required: false,
    why: 'finds the time of each word',
    isPresent: () => onPath('pocketsphinx_continuous') || onPath('pocketsphinx'),
    packages: { apt: 'pocketsphinx', dnf: 'pocketsphinx', brew: 'cmu-pocketsphinx' },
  },
  {
    name: 'the English model of pocketsphinx',
    programs: [],
    for: 'run',
    required: false,
    why: 'finds the time of each word',
    isPresent: () =>
      findAny(
        '/usr/share/pocketsphinx/model/en-us/en-us',
        '/usr/local/share/pocketsphinx/model/en-us/en-us',
        '/opt/homebrew/share/pocketsphinx/model/en-us/en-us',
      ),
    packages: { apt: 'pocketsphinx-en-us', dnf: 'pocketsphinx-models', brew: 'cmu-pocketsphinx' },
  },
  {
    name: 'the font DejaVu Sans',
    programs: [],
    for: 'run',
    required: false,
    why: 'draws captions into clips and writes PDF exports',
    isPresent: () =>
      process.platform === 'darwin' ||
      findAny(
        '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
        '/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf',
        '/usr/share/fonts/TTF/DejaVuSans.ttf',
      ),
    packages: { apt: 'fonts-dejavu-core', dnf: 'dejavu-sans-fonts', pacman: 'ttf-dejavu' },
  },
  {
    name: 'chromium',
    programs: ['chromium', 'chromium-headless-shell'],
    for: 'test',
    required: true,
    why: 'the browser for the tests',
    isPresent: () =>
      process.env.CHROMIUM_PATH
        ? existsSync(process.env.CHROMIUM_PATH)
        : onPath('chromium-headless-shell') || onPath('chromium'),
    packages: {
      apt: /^ID=ubuntu/m.test(release) ? 'chromium' : 'chromium-headless-shell',
      ...{ dnf: 'chromium', pacman: 'chromium', brew: 'chromium' },
    },
  },
  {
    name: 'the PostgreSQL server',
    programs: ['initdb', 'postgres', 'pg_dump', 'pg_restore'],
    for: 'test',
    required: true,
    why: 'the second database for the tests',
    isPresent: hasPostgresServer,
    packages: { apt: 'postgresql', dnf: 'postgresql-server', pacman: 'postgresql', brew: 'postgresql@17' },
  },
  {
    name: 'PgBouncer',
    programs: ['pgbouncer'],
    for: 'test',
    required: true,
    why: 'the connection pooler for the tests',
    isPresent: () => onPath('pgbouncer') || existsSync('/usr/sbin/pgbouncer'),
    packages: { apt: 'pgbouncer', dnf: 'pgbouncer', pacman: 'pgbouncer', brew: 'pgbouncer' },
  },
  {
    name: 'Prometheus',
    programs: ['promtool'],
    for: 'test',
    required: true,
    why: 'checks the alert rules',
    isPresent: () => onPath('promtool'),
    packages: { apt: 'prometheus', dnf: 'golang-github-prometheus', pacman: 'prometheus', brew: 'prometheus' },
  },
  {
    name: 'poppler’s tools',
    programs: ['pdftotext', 'pdfinfo', 'pdfimages'],
    for: 'run',
    required: false,
    why: 'reads transcripts in PDF',
    isPresent: () => onPath('pdftotext') && onPath('pdfinfo'),
    packages: { apt: 'poppler-utils', dnf: 'poppler-utils', pacman: 'poppler', brew: 'poppler' },
  },
  {
    name: '7-Zip',
    programs: ['7zz', '7z'],
    for: 'test',
    required: false,
    why: 'opens encrypted exports in tests',
    isPresent: () => onPath('7zz') || onPath('7z'),
    packages: { apt: '7zip', dnf: '7zip', pacman: '7zip', brew: 'sevenzip' },
  },
  {
    name: 'flite',
    programs: ['flite'],
    for: 'make',
    required: false,
    why: 'speaks the sample and bench recordings',
    isPresent: () => onPath('flite'),
    packages: { apt: 'flite', dnf: 'flite', brew: 'flite' },
  },
  {
    name: 'debootstrap',
    programs: ['debootstrap', 'git'],
    for: 'make',
    required: false,
    why: 'creates the bare system for tools/bare.sh and tools/image.sh',
    isPresent: () => onPath('debootstrap') && onPath('git'),
    packages: { apt: 'debootstrap git', dnf: 'debootstrap git' },
  },
  {
    name: 'iproute2',
    programs: ['ip'],
    for: 'make',
    required: false,
    why: 'starts the image without a network in tools/image.sh',
    isPresent: () => onPath('ip') || existsSync('/usr/sbin/ip'),
    packages: { apt: 'iproute2', dnf: 'iproute', pacman: 'iproute2' },
  },
]

/** Programs available on every supported system, from Debian's essential packages, Node, and apt. */
export const basePrograms = (
  'apt-config apt-get awk bash cat chmod chown chroot cp cut date dirname du env grep head id install mkdir mktemp mount node ' +
  'npm readlink rm sed setpriv sh sleep sort stat tail tar tee touch unshare useradd which'
).split(' ')

export const findMissingParts = (purpose) =>
  systemParts.filter((part) => (part.for === 'run' || (part.for === 'test' && purpose === 'test')) && !part.isPresent())

const isDebianLike = () => /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(release) && onPath('apt-get')

export const findPackageManager = () => {
  if (process.platform === 'darwin') return 'brew'
  if (isDebianLike()) return 'apt'
  return ['dnf', 'pacman'].find(onPath) ?? null
}

const installCommands = { apt: 'apt-get install -y', dnf: 'dnf install -y', pacman: 'pacman -S', brew: 'brew install' }

export const installCommand = (parts, manager, isRoot) => {
  if (manager === null) return null
  const packages = [...new Set(parts.flatMap((part) => part.packages[manager] ?? []))]
  if (packages.length === 0) return null
  return `${isRoot || manager === 'brew' ? '' : 'sudo '}${installCommands[manager]} ${packages.join(' ')}`
}
