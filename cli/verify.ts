import { parseArgs } from 'node:util'
import { askInstallation } from './installation.ts'

const usage = `Usage: venire verify audit [--json]

Reads every audit event and checks that none was changed, removed or put in between.
Exit code 0: every chain is intact. 1: one is broken.
`

export async function verify(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } },
    allowPositionals: true,
  })
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
