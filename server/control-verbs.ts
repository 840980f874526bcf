import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { passwordResetHours } from '#contract/account/team.ts'
import { verifyAnchors } from '#server/features/audit/audit.anchors.ts'
import { recordRestore } from '#server/features/audit/audit.anchoring.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { verifyAudit } from '#server/features/audit/audit.verify.ts'
import { findHomeFirm, hasFirms } from '#server/features/auth/auth.queries.ts'
import { resealSecrets } from '#server/features/auth/two-factor/codes.ts'
import { deleteSecondSteps, findTwoFactor } from '#server/features/auth/two-factor/two-factor.queries.ts'
import { importCaseFromFile, exportCase } from '#server/features/exports/packs/archive/archive.control.ts'
import { securityNotices } from '#server/features/notifications/security.notices.ts'
import { createLink, voidLinks } from '#server/features/team/links.service.ts'
import { listOperators, setOperator } from '#server/features/team/operators.ts'
import { users } from '#server/features/team/team.table.ts'
import { listTrials, setTrial } from '#server/features/team/trial.service.ts'
import { listHashes, verifyMedia } from '#server/features/videos/integrity.ts'
import type { Snapshot } from '#server/platform/backup/backup.record.ts'
import { BackupMade, recordBackup } from '#server/platform/backup/history.ts'
import { snapshotDatabase } from '#server/platform/backup/snapshot.ts'
import { type Config, publicUrl } from '#server/platform/config.ts'
import type { ControlVerbs } from '#server/platform/control.ts'
import type { Database, Db } from '#server/platform/db.ts'
import { openHasher } from '#server/platform/hasher/thread.ts'
import { isInDataFolder, openStorage } from '#server/platform/storage/open.ts'
import { openMailer } from '#server/platform/mail.ts'
import type { Parts } from '#server/platform/parts.ts'
import { openQueue } from '#server/platform/queue/open.ts'
import { groupNodesByKeys, listNodes, listUnserved } from '#server/platform/nodes.ts'
import { rotateInstallationKey, getKeyring, loadKeyring } from '#server/platform/keys/installation-key.ts'
import { addSecretsKey } from '#server/platform/keys/sealing.ts'
import { replaceKeyFile } from '#server/platform/keys/source.ts'
import { previewRetention } from './retention.queries.ts'
import { verifyStorage } from './stored-files.ts'

const newFirmHours = 72
const noQueue = { send: async () => null }

export async function createFirstFirmLink(db: Db, url: string): Promise<string | null> {
  if (await hasFirms(db)) return null
  return (await createFirmLink(db, url, 'at startup')).url
}

const createFirmLink = (db: Db, url: string, reason: string) =>
  db.transaction(async (tx) => {
    const [firmId, actorId] = [null, null]
    await recordAudit(tx, { firmId, actorId, action: 'firm.link_created', entity: 'installation', reason })
    return await createLink(tx, url, { kind: 'new_firm', hours: newFirmHours })
  })

/** Skips permission checks because anyone who can run commands on this machine is trusted. */
export const controlVerbs = {
  'reset-password': async ({ database, config }, args) => {
    const { email, twoFactor } = z.object({ email: z.string(), twoFactor: z.boolean().default(false) }).parse(args)
    const given = { email: email.trim().toLowerCase(), twoFactor }
    const queue = config.SMTP_URL && twoFactor ? await openQueue(database, config) : null
    try {
      return await resetLinkFor(database.db, { config, mailer: openMailer(config, queue ?? noQueue) }, given)
    } finally {
      await queue?.stop()
    }
  },
  'firm-link': async ({ database, config }) => {
    const { url } = await createFirmLink(database.db, publicUrl(config), 'from the command line')
    return { url }
  },
  'snapshot-database': async ({ database, config }, args) => {
    const { folder, hasRecordings } = z
      .object({ folder: z.string(), hasRecordings: z.boolean().optional() })
      .parse(args)
    return snapshotInstallation(database, config, folder, hasRecordings)
  },
  'record-backup': ({ database }, args) => recordBackup(database.db, BackupMade.parse(args)),
  'verify-media': async ({ database, config }, args) => {
    const { ids } = z.object({ ids: z.array(z.uuid()).optional() }).parse(args)
    const storage = await openStorage(config)
    await using hasher = openHasher()
    return await verifyMedia({ db: database.db, storage, hasher }, ids)
  },
  'verify-storage': async ({ database, config }) => {
    const storage = await openStorage(config)
    await using hasher = openHasher()
    return await verifyStorage({ db: database.db, storage, hasher })
  },
  'preview-retention': ({ database, config }, args) => {
    const { days } = z.object({ days: z.number() }).parse(args)
    return previewRetention(database.db, config.DELETED_KEEP_DAYS, days)
  },
  'list-keys': ({ database }) => groupNodesByKeys(database.db),
  'list-nodes': ({ database }) => listNodes(database.db),
  'list-unserved': ({ database }) => listUnserved(database.db),
  'list-trials': ({ database }) => listTrials(database.db),
  'list-operators': ({ database, config }) => listOperators(database.db, config),
  'set-operator': ({ database, config }, args) => {
    const { email, isOperator } = z.object({ email: z.string(), isOperator: z.boolean() }).parse(args)
    return setOperator(database.db, config, email.trim().toLowerCase(), isOperator)
  },
  'set-trial': ({ database }, args) => {
    const { firm, days } = z.object({ firm: z.string(), days: z.number().nullable() }).parse(args)
    return setTrial(database.db, firm, days)
  },
  'verify-audit': async ({ database, config }, args) => {
    const { anchors } = z.object({ anchors: z.array(z.string()).default([]) }).parse(args)
    await loadKeyring(config.DATA_DIR)
    const chains = await verifyAudit(database.db)
    return { chains, anchors: await verifyAnchors(database.db, config.DATA_DIR, anchors) }
  },
  'record-restore': ({ database, config }, args) => {
    const { reason } = z.object({ reason: z.string().trim().min(1) }).parse(args)
    return recordRestore(database.db, config, reason)
  },
  'rotate-key': async ({ database, config }) => {
    const { fingerprint: retired } = getKeyring().current
    const { fingerprint } = await rotateInstallationKey(config.DATA_DIR)
    await loadKeyring(config.DATA_DIR)
    const [firmId, actorId, entity] = [null, null, 'installation'] as const
    await database.db.transaction((tx) =>
      recordAudit(tx, { firmId, actorId, entity, action: 'key.rotated', details: { retired, fingerprint } }),
    )
    return { fingerprint, retired }
  },
  'rotate-secrets': async ({ database, config }) => {
    await replaceKeyFile(config.DATA_DIR, 'secrets.key', await addSecretsKey(config.DATA_DIR))
    const [firmId, actorId, entity] = [null, null, 'installation'] as const
    return database.db.transaction(async (tx) => {
      const resealed = await resealSecrets(tx, config.DATA_DIR)
      const details = { key: 'secrets.key', resealed }
      await recordAudit(tx, { firmId, actorId, entity, action: 'key.rotated', details })
      return { resealed }
    })
  },
  'case-export': exportCase,
  'case-import': importCaseFromFile,
} satisfies ControlVerbs

/** Includes hashes of originals and films so that the copies can be verified, unless the files are stored elsewhere. */
export const snapshotInstallation = async (
  database: Database,
  config: Config,
  folder: string,
  hasRecordings = isInDataFolder(config),
): Promise<Snapshot> => ({
  ...(await snapshotDatabase(database, config, folder)),
  originals: hasRecordings ? await listHashes(database.db) : [],
})

function resetLinkFor(
  db: Db,
  { config, mailer }: Pick<Parts, 'config' | 'mailer'>,
  { email, twoFactor }: { email: string; twoFactor: boolean },
): Promise<{ url: string; expiresAt: string; hadTwoFactor: boolean; removedTwoFactor: boolean }> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!user) throw new Error(`No account has the email address ${email}.`)
    await voidLinks(tx, 'password_reset', user.id)
    await recordAudit(tx, {
      firmId: null,
      actorId: null,
      action: 'password.reset_link_created',
      entity: 'user',
      entityId: user.id,
      reason: 'from the command line',
    })
    const hadTwoFactor = (await findTwoFactor(tx, user.id)) !== undefined
    const removedTwoFactor = twoFactor && (await deleteSecondSteps(tx, user.id))
    if (removedTwoFactor) {
      await recordAudit(tx, {
        firmId: null,
        actorId: null,
        action: 'two_factor.removed',
        entity: 'user',
        entityId: user.id,
        reason: 'from the command line',
      })
      const change = { userId: user.id, firmId: await findHomeFirm(tx, user.id), kind: 'twoFactorOff' } as const
      await securityNotices.secured(tx, { config, mailer }, change)
    }
    const link = await createLink(tx, publicUrl(config), {
      kind: 'password_reset',
      hours: passwordResetHours,
      userId: user.id,
    })
    return { ...link, hadTwoFactor, removedTwoFactor }
  })
}
