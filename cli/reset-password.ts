import { parseArgs } from 'node:util'
import { askInstallation } from './installation.ts'

const usage = `Usage: venire reset-password EMAIL

Prints a one-time link with which this person sets a new password. Run it on the machine that runs Venire.
`

export async function resetPassword(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  const [email] = positionals
  if (values.help || !email) {
    process.stdout.write(usage)
    return values.help ? 0 : 2
  }
  const { url, expiresAt } = await askInstallation('reset-password', { email })
  console.log(
    `Open this link to set a new password. It works once, until ${new Date(expiresAt).toLocaleString()}:\n${url}`,
  )
  return 0
}
