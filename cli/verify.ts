import { access, constants, readdir, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import type { AnchorReport } from '#server/features/audit/audit.anchors.ts'
import type { ChainReport } from '#server/features/audit/audit.verify.ts'
import { checkSealed } from '#server/features/exports/packs/sealed/check.ts'
import { nodeKit, openBytes } from '#server/features/exports/packs/sealed/kit.ts'
import type { Bytes, Entry, Report } from '#server/features/exports/packs/sealed/sealed.types.ts'
import { readZip } from '#server/features/exports/packs/sealed/zip.ts'

const usage = `Usage: venire verify audit [--anchors FILE]... [--restored REASON] [--json]
       venire verify media [--json]
       venire verify pack FILE [--key FINGERPRINT] [--original FILE]... [--json]

audit  Checks that no audit event was changed, removed, inserted, or rewritten, using the hashes of each chain, the
       installation key, and the anchors in DATA_DIR/audit-anchors.log.
media  Hashes every stored recording and film again. A mismatch is recorded, administrators are notified, and playback
       and exports of that recording are blocked until someone resolves it.
pack   Checks an evidence pack or case archive, as a zip or an unpacked folder, and lists every changed byte. Works on
       any machine, without an installation or a network.

--key FINGERPRINT
                 Checks that the installation with this key made the pack. Get the fingerprint from the sender: it is on
                 the pack’s certificate and at GET /api/installation.
--original FILE  A recording, or a folder of recordings, to compare with the pack’s source.
--anchors FILE   Also checks against the audit-anchors.log of another server.
--restored REASON  First records that the database was restored from an older backup, which explains later anchors.
--json           Prints JSON.

Exit code 0: nothing was changed, and the key matches if given. 1: otherwise.
`

/** Import lazily because verifying a pack doesn't require an installation. */
const loadInstallation = () => import('./installation.ts')

export async function verify(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      anchors: { type: 'string', multiple: true },
      restored: { type: 'string' },
      key: { type: 'string' },
      original: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  })
  const [what, path] = positionals
  const { json = false, anchors = [], restored, key, original = [] } = values
  if (!values.help && what === 'pack' && path !== undefined) return checkPack(path, original, key, json)
  if (!values.help && what === 'media') return checkMedia(json)
  if (!values.help && what === 'audit') return checkAudit(anchors, restored, json)
  process.stdout.write(usage)
  return values.help ? 0 : 2
}

async function checkPack(path: string, originals: string[], key: string | undefined, json: boolean): Promise<number> {
  const report = await verifyPack(path, originals)
  const origin = getOrigin(report, key)
  if (!json) return printReport(report, origin)
  console.log(JSON.stringify({ ...report, origin }))
  return isGood(report, origin) ? 0 : 1
}

async function checkAudit(files: string[], restored: string | undefined, json: boolean): Promise<number> {
  const { askInstallation } = await loadInstallation()
  if (restored?.trim() === '') {
    console.error(
      '--restored needs a reason, such as "replaced the disk that failed Nov 3, restored the Nov 2 backup".',
    )
    return 2
  }
  for (const each of files) await access(each, constants.R_OK).catch(unreadable(each))
  if (restored !== undefined) await askInstallation('record-restore', { reason: restored })
  const { chains, anchors } = await askInstallation('verify-audit', { anchors: files.map((each) => resolve(each)) })
  if (json) console.log(JSON.stringify({ chains, anchors }))
  else printAudit(chains, anchors)
  return chains.some(({ fault }) => fault !== null) || anchors.faults.length > 0 ? 1 : 0
}

function printAudit(chains: readonly ChainReport[], { lines, lastAt, superseded, faults }: AnchorReport): void {
  for (const { chain, fault, events } of chains)
    console.log(fault ? `${chain}: broken: ${fault}` : `${chain}: chain intact through event ${events}`)
  if (chains.length === 0) console.log('No audit events yet.')
  for (const each of faults) console.log(`anchors: broken: ${each}`)
  if (faults.length === 0 && lines > 0) console.log(`anchors: ${lines} lines match, the last from ${lastAt}`)
  if (superseded > 0) console.log(`anchors: ${superseded} are later than the restored backup, as recorded`)
}

async function checkMedia(json: boolean): Promise<number> {
  const { askInstallation } = await loadInstallation()
  const { checked, changed } = await askInstallation('verify-media')
  if (json) console.log(JSON.stringify({ checked, changed }))
  else {
    for (const { id, filename, file, missing } of changed) {
      const what = file === 'original' ? 'received' : 'made'
      console.log(`${filename} (${id}), ${file}: ${missing ? 'missing' : `changed since it was ${what}`}`)
    }
    const count = checked === 1 ? '1 recording' : `${checked} recordings`
    console.log(changed.length === 0 ? `${count} checked, none changed.` : `${count} checked.`)
  }
  return changed.length === 0 ? 0 : 1
}

async function verifyPack(path: string, originalPaths: readonly string[]): Promise<Report> {
  await using open = new AsyncDisposableStack()
  const readBytes = async (each: string): Promise<Bytes> => open.use(await openBytes(each))
  const isFolder = (await stat(path).catch(unreadable(path))).isDirectory()
  const given = isFolder
    ? { entries: await listEntries(path, readBytes), faults: [] }
    : await readZip(await readBytes(path), nodeKit)
  const originals: Entry[] = []
  for (const each of originalPaths) {
    const isMany = (await stat(each).catch(unreadable(each))).isDirectory()
    originals.push(
      ...(isMany
        ? await listEntries(each, readBytes)
        : [Object.assign(await readBytes(each), { name: basename(each) })]),
    )
  }
  // Await here so the files stay open until the check is done.
  return await checkSealed(given, originals, nodeKit)
}

/** Removes control and bidi characters so a name in a forged pack can't hide the line that reports it. */
const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g, '\uFFFD')

type Origin = 'confirmed' | 'other' | 'unsigned' | 'unchecked'

function getOrigin({ signedBy, signatureChecked }: Report, key: string | undefined): Origin {
  if (key === undefined) return 'unchecked'
  if (signedBy === null || !signatureChecked) return 'unsigned'
  return signedBy === key.replaceAll(/[\s:]/g, '').toLowerCase() ? 'confirmed' : 'other'
}

const isGood = (report: Report, origin: Origin): boolean =>
  report.faults.length === 0 && (origin === 'confirmed' || origin === 'unchecked')

const verdicts: Record<Origin, string> = {
  confirmed: 'Consistent, and signed by that key.',
  unchecked: 'Consistent, origin not checked.',
  other: 'Intact, but signed with a different key, so it isn’t from that sender.',
  unsigned: 'Consistent, but not signed, so its origin is unknown.',
}

function printReport(report: Report, origin: Origin): number {
  for (const { message } of report.faults) console.log(`CHANGED ${printable(message)}`)
  const { files, bytes, events, originals } = report.checked
  const many = (count: number, one: string) => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`
  console.log(
    `Checked ${many(files, 'file')} (${many(bytes, 'byte')}), ${many(events, 'event')} of the custody log, ${many(originals, 'original')}.`,
  )
  if (report.notGiven.length > 0)
    console.log(`Not checked (add --original FILE): ${printable(report.notGiven.join(', '))}`)
  console.log(`Fingerprint: ${report.fingerprint ?? 'none'}`)
  console.log(report.signedBy === null ? 'Not signed' : `Signed by key: ${report.signedBy}`)
  console.log(report.faults.length === 0 ? verdicts[origin] : 'Something was changed.')
  return isGood(report, origin) ? 0 : 1
}

async function listEntries(folder: string, readBytes: (path: string) => Promise<Bytes>): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const each of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!each.isFile()) continue
    const path = join(each.parentPath, each.name)
    const name = relative(folder, path).split(sep).join('/')
    const bytes = await readBytes(path)
    entries.push({ ...bytes, name })
  }
  return entries
}

const unreadable = (path: string) => (error: unknown) => {
  throw new Error(`Can’t read ${path}.`, { cause: error })
}
