import { parseArgs } from 'node:util'
import { askInstallation } from './installation.ts'
import { tellReport, verifyPack } from './verify.pack.ts'

const usage = `Usage: venire verify audit [--json]
       venire verify pack FILE [--original FILE]... [--json]

audit  Reads every audit event and checks that none was changed, removed or put in between.
pack   Checks an evidence pack or a case archive, as its zip or as the folder it was unpacked to, and names every byte
       that was changed. Works on any machine: no installation and no network are needed.

--original FILE  A recording, or a folder of them, to compare with the one that the pack was made from.
--json           Answers as JSON.

Exit code 0: nothing was changed. 1: something was.
`

export async function verify(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      original: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  })
  const [what, path] = positionals
  if (what === 'pack' && path !== undefined && !values.help) {
    const report = await verifyPack(path, values.original ?? [])
    if (!values.json) return tellReport(report)
    console.log(JSON.stringify(report))
    return report.faults.length === 0 ? 0 : 1
  }
  if (values.help || positionals[0] !== 'audit') {
    process.stdout.write(usage)
    return values.help ? 0 : 2
  }
  const chains = await askInstallation('verify-audit')
  const broken = chains.filter((chain) => chain.brokenAt !== null)
  if (values.json) console.log(JSON.stringify(chains))
  else {
    for (const chain of chains) {
      console.log(
        chain.fault
          ? `${chain.chain}: broken: ${chain.fault}`
          : `${chain.chain}: chain intact through event ${chain.events}`,
      )
    }
    if (chains.length === 0) console.log('There are no audit events yet.')
  }
  return broken.length === 0 ? 0 : 1
}
