import { parseArgs } from 'node:util'
import type { controlVerbs } from '#server/control-verbs.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { askServer } from '#server/platform/control.ts'

/**
 * Runs a command on the server that's using the data folder. If no server is running, runs it directly on the database.
 */
export async function askInstallation<Name extends keyof typeof controlVerbs>(
  verb: Name,
  args: unknown = {},
  config: Config = readConfig(process.env),
): Promise<Awaited<ReturnType<(typeof controlVerbs)[Name]>>> {
  type Answer = Awaited<ReturnType<(typeof controlVerbs)[Name]>>
  const answer = await askServer(config, verb, args)
  if (answer) return answer.result as Answer
  // Import lazily because these modules load the entire product.
  const [verbs, { keyOlderChains }, { migrate }, { openDatabase }] = await Promise.all([
    import('#server/control-verbs.ts'),
    import('#server/features/audit/audit.anchors.ts'),
    import('#server/platform/database/migrate.ts'),
    import('#server/platform/database/open.ts'),
  ])
  const database = await openDatabase(config)
  try {
    await migrate(database, config)
    await keyOlderChains(database.db, config.DATA_DIR)
    return (await verbs.controlVerbs[verb]({ database, config }, args)) as Answer
  } finally {
    await database.close()
  }
}

const firmLinkUsage = `Usage: venire firm-link

Prints a one-time link for creating a firm: the first one, or any new one if SIGN_UP=invite.
`

export async function firmLink(argv: string[]): Promise<number> {
  if (argv.length > 0) {
    process.stdout.write(firmLinkUsage)
    return argv[0] === '--help' || argv[0] === '-h' ? 0 : 2
  }
  const { url } = await askInstallation('firm-link')
  console.log(`Open this link to create a firm. It works once, for 72 hours:\n${url}`)
  return 0
}

const operatorUsage = `Usage: venire operator list
       venire operator add EMAIL
       venire operator remove EMAIL

Lists, adds, or removes operators of this installation.
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
        `${describe(each)}${each.isPending ? ': listed in OPERATOR_EMAILS, but this address is not verified' : ''}`,
      )
    if (found.length === 0) console.log('No operators yet.')
    return 0
  }
  if (!values.help && email && (what === 'add' || what === 'remove')) {
    const changed = await askInstallation('set-operator', { email, isOperator: what === 'add' })
    if (what === 'add') console.log(`${describe(changed)} is now an operator.`)
    else if (changed.isPending) console.log(`${describe(changed)} is no longer an operator.`)
    else console.log(`${describe(changed)} is still an operator through OPERATOR_EMAILS. Remove the address there too.`)
    return 0
  }
  process.stdout.write(operatorUsage)
  return values.help ? 0 : 2
}

const resetUsage = `Usage: venire reset-password EMAIL [--two-factor]

Prints a one-time password reset link. Run it on the machine that runs Venire.

--two-factor  Also turns off their two-factor sign-in, if they lost both the app and the recovery codes.
`

export async function resetPassword(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { help: { type: 'boolean', short: 'h' }, 'two-factor': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [email] = positionals
  if (values.help || !email) {
    process.stdout.write(resetUsage)
    return values.help ? 0 : 2
  }
  const { url, expiresAt, hadTwoFactor, removedTwoFactor } = await askInstallation('reset-password', {
    email,
    twoFactor: values['two-factor'],
  })
  if (removedTwoFactor) console.log('Their two-factor sign-in is now off.')
  else if (hadTwoFactor)
    console.log('Their two-factor sign-in stays on. If they lost the app and the recovery codes, add --two-factor.')
  console.log(
    `Open this link to set a new password. It works once, until ${new Date(expiresAt).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long' })}:\n${url}`,
  )
  return 0
}

const retentionUsage = `Usage: venire retention [--days N] [--json]

Lists what Venire will delete or destroy within N days (default 30): archived cases at the end of their retention
period, and deleted records that are not restored in time. Changes nothing.
`

const words = { delete: 'will be deleted but can be restored', destroy: 'will be permanently destroyed' } as const

export async function retention(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      days: { type: 'string', default: '30' },
      json: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(retentionUsage)
    return 0
  }
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 0 || days > 10_000) {
    console.error(`--days: "${values.days}" must be a whole number of days, 0 or more.`)
    return 2
  }
  const due = await askInstallation('preview-retention', { days })
  if (values.json) {
    console.log(JSON.stringify(due))
    return 0
  }
  for (const { at, kind, id, firm, step, videos, bytes } of due) {
    const held = videos > 0 ? ` (${videos} ${videos === 1 ? 'video' : 'videos'}, ${formatSize(bytes)})` : ''
    console.log(`${new Date(at).toLocaleDateString('sv-SE')}  ${kind} ${id} of ${firm}${held} ${words[step]}`)
  }
  if (due.length === 0) console.log(`Nothing is due within ${days} days.`)
  return 0
}

const rotateUsage = `Usage: venire rotate-key [--secrets] [--print] [--json]

Replaces the installation key. The audit record continues under the new key. The retired key stays in
installation.key, so earlier records, packs, and archives still verify. Back up the data folder afterward. If
several servers share one database, copy installation.key to each of them.

--secrets  replaces the key that encrypts stored secrets (secrets.key) instead, and re-encrypts them
--print    prints the new content of the key and changes nothing, for keys kept outside the data folder
--json     prints JSON
`

async function printKey(dataDir: string, isSecrets: boolean): Promise<string> {
  const [{ addInstallationKey }, { addSecretsKey }] = await Promise.all([
    import('#server/platform/keys/installation-key.ts'),
    import('#server/platform/keys/sealing.ts'),
  ])
  return isSecrets ? (await addSecretsKey(dataDir)).toString('base64url') : String(await addInstallationKey(dataDir))
}

export async function rotateKey(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      secrets: { type: 'boolean' },
      print: { type: 'boolean' },
      json: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(rotateUsage)
    return 0
  }
  if (values.print) {
    const { DATA_DIR } = readConfig(process.env)
    console.log(await printKey(DATA_DIR, values.secrets ?? false))
    return 0
  }
  if (values.secrets) {
    const { resealed } = await askInstallation('rotate-secrets')
    console.log(
      values.json
        ? JSON.stringify({ resealed })
        : `secrets.key has a new key. Authenticator secrets re-encrypted: ${resealed}. The old key still opens pending exports.`,
    )
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

const trialUsage = `Usage: venire trial list [--json]
       venire trial set FIRM DAYS
       venire trial lift FIRM

Lists firms on a trial (TRIAL_DAYS), ends a trial DAYS from now, or lifts it.
FIRM is the firm’s ID or exact name.
`

const formatDay = (iso: string): string => new Date(iso).toLocaleDateString('sv-SE')

export async function trial(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [what, firm, days = ''] = positionals
  if (!values.help && what === 'list') return listTrials(values.json ?? false)
  if (!values.help && firm && what === 'set' && /^\d{1,4}$/.test(days)) return setTrial(firm, Number(days))
  if (!values.help && firm && what === 'lift') return setTrial(firm, null)
  process.stdout.write(trialUsage)
  return values.help ? 0 : 2
}

async function listTrials(asJson: boolean): Promise<number> {
  const found = await askInstallation('list-trials')
  const lines = found.map(
    (each) => `${each.firmId}  ${each.isOver ? 'ended' : 'ends'} ${formatDay(each.endsAt)}  ${each.name}`,
  )
  console.log(asJson ? JSON.stringify(found) : lines.join('\n') || 'No firms on a trial.')
  return 0
}

async function setTrial(firm: string, days: number | null): Promise<number> {
  const { name, endsAt } = await askInstallation('set-trial', { firm, days })
  console.log(endsAt ? `The trial of ${name} ends on ${formatDay(endsAt)}.` : `${name} is no longer on a trial.`)
  return 0
}

export function formatSize(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** power
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}
