import { boolean, doublePrecision, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { SignInMethod } from '#contract/account/auth.ts'
import type { TokenScope } from '#contract/account/tokens.ts'
import { number, time } from '#server/platform/database/columns.ts'

export const signIns = pgTable('sign_ins', {
  id: uuid('id').primaryKey(),
  tokenHash: text('token_hash').notNull(),
  userId: uuid('user_id').notNull(),
  firmId: uuid('firm_id').notNull(),
  ip: text('ip'),
  agent: text('agent'),
  createdAt: time('created_at').notNull().defaultNow(),
  lastSeenAt: time('last_seen_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
  method: text('method').$type<SignInMethod>().notNull().default('password'),
})

export const twoFactors = pgTable('two_factors', {
  userId: uuid('user_id').primaryKey(),
  /** Encoded in Base32, then encrypted under the name from `nameSecret`. */
  sealedSecret: text('sealed_secret').notNull(),
  confirmedAt: time('confirmed_at'),
  lastStep: number('last_step'),
  createdAt: time('created_at').notNull().defaultNow(),
})

export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: uuid('user_id').notNull(), codeHash: text('code_hash').notNull(), usedAt: time('used_at') },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

export const passkeys = pgTable('passkeys', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: text('public_key').notNull(),
  counter: number('counter').notNull(),
  transports: text('transports').array().notNull().default([]),
  name: text('name').notNull(),
  isSynced: boolean('is_synced').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  lastUsedAt: time('last_used_at'),
})

export type EntryStepKind = 'two_factor' | 'passkey_enter' | 'passkey_add'

export const entrySteps = pgTable('entry_steps', {
  tokenHash: text('token_hash').primaryKey(),
  kind: text('kind').$type<EntryStepKind>().notNull(),
  userId: uuid('user_id'),
  firmId: uuid('firm_id'),
  challenge: text('challenge'),
  failures: smallint('failures').notNull().default(0),
  expiresAt: time('expires_at').notNull(),
})

export const apiTokens = pgTable('api_tokens', {
  id: uuid('id').primaryKey(),
  tokenHash: text('token_hash').notNull(),
  hint: text('hint').notNull(),
  userId: uuid('user_id').notNull(),
  firmId: uuid('firm_id').notNull(),
  name: text('name').notNull(),
  scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at'),
  lastUsedAt: time('last_used_at'),
  lastUsedIp: text('last_used_ip'),
  revokedAt: time('revoked_at'),
})

export const guesses = pgTable('guesses', {
  key: text('key').primaryKey(),
  tries: doublePrecision('tries').notNull(),
  freeAt: time('free_at').notNull(),
  triedAt: time('tried_at').notNull(),
})

export const twoFactorLosses = pgTable('two_factor_losses', {
  userId: uuid('user_id').primaryKey(),
  lostAt: time('lost_at').notNull().defaultNow(),
  toldAt: time('told_at'),
})
