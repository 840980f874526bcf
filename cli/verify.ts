import { parseArgs } from 'node:util'
import type { AnchorReport } from '#server/features/audit/audit.anchors.ts'
import type { ChainReport } from '#server/features/audit/audit.verify.ts'
import { getOrigin, isGood, tellReport, verifyPack } from './verify.pack.ts'

const usage = `Usage: venire verify audit [--restored REASON] [--json]
       venire verify media [--json]
       venire verify pack FILE [--key FINGERPRINT] [--original FILE]... [--json]

audit  Reads every audit event and checks that none was changed, removed, put in between or rewritten: by the hashes of
       each chain, by the installation key, and by the anchors in DATA_DIR/audit-anchors.log.
media  Hashes every stored recording and film again and compares it with what was received or made. A mismatch is
       recorded, administrators are notified, and playback and exports of that recording are blocked until somebody decides.
pack   Checks an evidence pack or a case archive, as its zip or as the folder it was unpacked to, and names every byte
       that was changed. Works on any machine: no installation and no network are needed.

--key FINGERPRINT
                 Checks that the installation with this key made it. Ask the sender for the fingerprint: it is printed on
                 the certificate in a pack, and answered by GET /api/installation.
--original FILE  A recording, or a folder of them, to compare with the one that the pack was made from.
--restored REASON  Records that the database was restored from an older backup, so that the anchors beyond it are
                 explained, and checks then.
--json           Answers as JSON.

Exit code 0: nothing was changed, and the key is the one given. 1: otherwise.
`

/** Loaded only by what asks one: a pack is checked without an installation. */
const loadInstallation = () => import('./installation.ts')

export async function verify(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      restored: { type: 'string' },
      key: { type: 'string' },
      original: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  })
  const [what, path] = positionals
  if (what === 'pack' && path !== undefined && !values.help) {
    const report = await verifyPack(path, values.original ?? [])
    const origin = getOrigin(report, values.key)
    if (!values.json) return tellReport(report, origin)
    console.log(JSON.stringify({ ...report, origin }))
    return isGood(report, origin) ? 0 : 1
  }
  if (what === 'media' && !values.help) return verifyMedia(values.json ?? false)
  if (values.help || what !== 'audit') {
    process.stdout.write(usage)
    return values.help ? 0 : 2
  }
  const { askInstallation } = await loadInstallation()
  if (values.restored !== undefined) {
    if (values.restored.trim() === '') {
      console.error('--restored needs a reason, such as "disk of Nov 3 replaced, backup of Nov 2".')
      return 2
    }
    await askInstallation('record-restore', { reason: values.restored })
  }
  const { chains, anchors } = await askInstallation('verify-audit')
  if (values.json) console.log(JSON.stringify({ chains, anchors }))
  else tellAudit(chains, anchors)
  return chains.some(({ fault }) => fault !== null) || anchors.faults.length > 0 ? 1 : 0
}

function tellAudit(chains: readonly ChainReport[], { lines, lastAt, superseded, faults }: AnchorReport): void {
  for (const { chain, fault, events } of chains)
    console.log(fault ? `${chain}: broken: ${fault}` : `${chain}: chain intact through event ${events}`)
  if (chains.length === 0) console.log('There are no audit events yet.')
  for (const each of faults) console.log(`anchors: broken: ${each}`)
  if (faults.length === 0 && lines > 0) console.log(`anchors: ${lines} lines match, the last of ${lastAt}`)
  if (superseded > 0) console.log(`anchors: ${superseded} are beyond a restored backup, as was recorded`)
}

async function verifyMedia(json: boolean): Promise<number> {
  const { askInstallation } = await loadInstallation()
  const { checked, changed } = await askInstallation('verify-media')
  if (json) console.log(JSON.stringify({ checked, changed }))
  else {
    for (const { id, filename, file, missing } of changed) {
      const what = file === 'original' ? 'not what was received' : 'not what was made from it'
      console.log(`${filename} (${id}), ${file}: ${missing ? 'missing' : `changed: ${what}`}`)
    }
    const count = checked === 1 ? '1 recording' : `${checked} recordings`
    console.log(changed.length === 0 ? `${count} checked: all are what was received.` : `${count} checked.`)
  }
  return changed.length === 0 ? 0 : 1
}
