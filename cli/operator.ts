import { parseArgs } from 'node:util'
import { askInstallation } from './installation.ts'

const usage = `Usage: venire operator list
       venire operator add EMAIL
       venire operator remove EMAIL

Lists who runs this installation, makes the account with this address an operator, or takes that away again.
`

type Operator = { email: string; name: string; firms: string[] }
const describe = ({ email, name, firms }: Operator): string => `${email} (${name}, ${firms.join(', ') || 'no firm'})`

export async function operator(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  const [what, email] = positionals
  if (!values.help && what === 'list') {
    const found = await askInstallation('list-operators')
    for (const each of found)
      console.log(
        `${describe(each)}${each.isPending ? ': listed in OPERATOR_EMAILS, but this address is not proven' : ''}`,
      )
    if (found.length === 0) console.log('Nobody yet.')
    return 0
  }
  if (!values.help && email && (what === 'add' || what === 'remove')) {
    const changed = await askInstallation('set-operator', { email, isOperator: what === 'add' })
    if (what === 'add') console.log(`${describe(changed)} now runs this installation.`)
    else if (changed.isPending) console.log(`${describe(changed)} no longer runs this installation.`)
    else console.log(`${describe(changed)} is still an operator through OPERATOR_EMAILS. Remove the address there too.`)
    return 0
  }
  process.stdout.write(usage)
  return values.help ? 0 : 2
}
