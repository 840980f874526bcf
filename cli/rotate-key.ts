import { parseArgs } from 'node:util'
import { askInstallation } from './installation.ts'

const usage = `Usage: venire rotate-key [--json]

Puts a new installation key in place. The audit record goes on under it; the retired key stays in installation.key, so
that earlier records, packs and archives still verify. Back up the data folder afterwards. If several servers share one
database, copy installation.key to each of them.

--json  Answers as JSON.
`

export async function rotateKey(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } },
  })
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const { fingerprint, retired } = await askInstallation('rotate-key')
  console.log(
    values.json
      ? JSON.stringify({ fingerprint, retired })
      : `The installation key is now ${fingerprint}.\nThe retired key ${retired} still verifies earlier records.`,
  )
  return 0
}
