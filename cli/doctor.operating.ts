/** What the doctor asks of running an installation: letters, backups, operators, trials. */
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { OperatorRecord } from '#server/features/team/operators.ts'
import { listBackups } from '#server/platform/backup/list.ts'
import type { Config } from '#server/platform/config.ts'
import { askServer } from '#server/platform/control.ts'
import { missingDumpTools } from '#server/platform/database/dump.ts'
import { openMailer } from '#server/platform/mail.ts'

export type Check = { name: string; level: 'ok' | 'advice' | 'fault'; says: string }

const dayMs = 86_400_000
/** A week of work is more than anybody wants to do again. */
const oldAfterDays = 7

export async function checkOperating(config: Config): Promise<Check[]> {
  const checks = [await checkMail(config), await checkBackups(config)]
  if (config.OPERATOR_EMAILS.length > 0) checks.push(await checkOperators(config))
  if (config.TRIAL_DAYS > 0)
    checks.push({
      name: 'Trial',
      level: 'ok',
      says: `a new firm may change things for ${config.TRIAL_DAYS} days; see: venire trial list`,
    })
  return checks
}

/**
 * Names the addresses in OPERATOR_EMAILS that make nobody an operator yet. Only a running server is asked: opening the
 * database of one that stands still would update it.
 */
async function checkOperators(config: Config): Promise<Check> {
  const name = 'Operators'
  const { OPERATOR_EMAILS: emails } = config
  const answer = await askServer(config, 'list-operators', {})
  if (!answer)
    return { name, level: 'ok', says: 'start Venire to see whether each address in OPERATOR_EMAILS is proven' }
  const accounts = new Map((answer.result as OperatorRecord[]).map(({ email, isPending }) => [email, isPending]))
  const pending = emails.filter((email) => accounts.get(email) !== false)
  if (pending.length === 0) return { name, level: 'ok', says: 'each address in OPERATOR_EMAILS is proven' }
  const listed = pending.map((email) => (accounts.has(email) ? email : `${email} (no account)`)).join(', ')
  const how = config.SMTP_URL ? 'They open a link from Forgot password, or you type' : 'For each that is yours, type'
  return {
    name,
    level: 'advice',
    says: `not proven, so without effect in OPERATOR_EMAILS: ${listed}. ${how}: venire operator add EMAIL`,
  }
}

/** Greets the mail server and signs in; no letter is sent. */
async function checkMail(config: Config): Promise<Check> {
  const name = 'E-mail'
  if (!config.SMTP_URL)
    return {
      name,
      level: 'advice',
      says: 'not set up: administrators hand one-time links over themselves. Set SMTP_URL and MAIL_FROM.',
    }
  const mailer = openMailer(config, { send: async () => null })
  const { host } = new URL(config.SMTP_URL)
  try {
    await mailer.check()
    if (!config.PUBLIC_URL)
      return {
        name,
        level: 'advice',
        says: `${host} answers, but links in letters need PUBLIC_URL: people would be sent to this machine's own address`,
      }
    return { name, level: 'ok', says: `${host} answers; letters come from ${config.MAIL_FROM}` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { name, level: 'fault', says: `${host} takes no letters: ${reason.replace(/\.$/, '')}. Check SMTP_URL.` }
  } finally {
    mailer.close()
  }
}

async function checkBackups(config: Config): Promise<Check> {
  const name = 'Backups'
  const missing = config.DATABASE_URL ? await missingDumpTools() : null
  if (missing)
    return {
      name,
      level: 'fault',
      says: `${missing}: without it the database cannot be backed up. Install the PostgreSQL client.`,
    }
  const newest = (await listBackups(join(config.DATA_DIR, 'backups'))).at(-1)
  if (!newest)
    return {
      name,
      level: 'advice',
      says: 'none in the data folder. Type: venire backup --to FOLDER, best on another disk and every night',
    }
  const ageDays = Math.floor((Date.now() - (await stat(newest)).mtimeMs) / dayMs)
  const says = `the newest in the data folder is ${basename(newest)}`
  return ageDays > oldAfterDays
    ? { name, level: 'advice', says: `${says}, ${ageDays} days old. Type: venire backup` }
    : { name, level: 'ok', says }
}
