import { parseArgs } from 'node:util'
import { askInstallation } from './installation.ts'

const usage = `Usage: venire reset-password EMAIL [--two-factor]

Prints a one-time link with which this person sets a new password. Run it on the machine that runs Venire.

--two-factor  Also switches off their two-factor sign-in: for somebody who has lost both app and recovery codes.
`

export async function resetPassword(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { help: { type: 'boolean', short: 'h' }, 'two-factor': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [email] = positionals
  if (values.help || !email) {
    process.stdout.write(usage)
    return values.help ? 0 : 2
  }
  const { url, expiresAt, hadTwoFactor, removedTwoFactor } = await askInstallation('reset-password', {
    email,
    twoFactor: values['two-factor'],
  })
  if (removedTwoFactor) console.log('Two-factor sign-in is off for this person.')
  else if (hadTwoFactor)
    console.log('Their two-factor sign-in stays on. If the app and the recovery codes are lost, add --two-factor.')
  console.log(
    `Open this link to set a new password. It works once, until ${new Date(expiresAt).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long' })}:\n${url}`,
  )
  return 0
}
