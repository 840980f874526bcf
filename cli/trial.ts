import { parseArgs } from 'node:util'
import { askInstallation } from './installation.ts'

const usage = `Usage: venire trial list [--json]
       venire trial set FIRM DAYS
       venire trial lift FIRM

Lists the firms that try Venire out (TRIAL_DAYS), moves the end of one to so many days from now, or takes its end away.
FIRM is its id or its exact name.
`

/** Year-month-day by this machine's clock. */
const formatDay = (iso: string): string => new Date(iso).toLocaleDateString('sv-SE')

export async function trial(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [what, firm, days] = positionals
  if (!values.help && what === 'list') {
    const found = await askInstallation('list-trials')
    if (values.json) console.log(JSON.stringify(found))
    else
      for (const each of found)
        console.log(`${each.firmId}  ${each.isOver ? 'ended' : 'ends'} ${formatDay(each.endsAt)}  ${each.name}`)
    if (!values.json && found.length === 0) console.log('No firm has a trial.')
    return 0
  }
  const isSet = what === 'set' && firm && /^\d{1,4}$/.test(days ?? '')
  if (!values.help && (isSet || (what === 'lift' && firm))) {
    const { name, endsAt } = await askInstallation('set-trial', { firm, days: isSet ? Number(days) : null })
    console.log(endsAt ? `The trial of ${name} ends on ${formatDay(endsAt)}.` : `${name} works without an end.`)
    return 0
  }
  process.stdout.write(usage)
  return values.help ? 0 : 2
}
