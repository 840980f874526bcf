import type { Context } from '#server/platform/http/route.ts'
import type { Db } from '#server/platform/db.ts'
import type { Parts } from '#server/platform/parts.ts'

export type SecurityChange = {
  userId: string
  firmId: string | null
  kind:
    | 'passkeyAdded'
    | 'passkeyRemoved'
    | 'tokenCreated'
    | 'tokenRevoked'
    | 'passwordChanged'
    | 'passwordReset'
    | 'twoFactorOn'
    | 'twoFactorOff'
    | 'codesRenewed'
  name?: string
  keptPasskeys?: readonly string[]
}

export type SecurityListener = {
  secured(tx: Db, parts: Pick<Parts, 'mailer' | 'config'>, change: SecurityChange): Promise<void>
}

export type SecuringContext = Context & { listeners: SecurityListener }

export const noteSecured = (
  tx: Db,
  { actor: { userId, firmId }, parts, listeners }: SecuringContext,
  change: Pick<SecurityChange, 'kind' | 'name'>,
): Promise<void> => listeners.secured(tx, parts, { userId, firmId, ...change })
