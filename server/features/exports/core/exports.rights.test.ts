import { describe, expect, test } from 'vitest'
import { type CaseRole, caseRoles } from '#contract/account/permissions.ts'
import { type ExportStatus, exportStatuses } from '#contract/exports/exports.ts'
import { defaultExportPolicy } from '#contract/exports/policy.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import { Refusal } from '#server/platform/errors.ts'
import { getRights, mayRevokeLink, requireHours, requirePassword } from './exports.access.ts'
import { getLinkState, isUsedUp } from './exports.queries.ts'
import { toFileName } from './exports.service.ts'
import { exportKey, type ExportRow, type ShareLinkRow } from './exports.table.ts'

const me = { userId: 'me', firmId: 'firm' } as Actor
const row = (more: Partial<ExportRow> = {}) =>
  ({ status: 'ready', template: 'jurors', createdBy: 'other', neverLinked: false, ...more }) as ExportRow
const inCase = (role: CaseRole) =>
  ({
    myRole: role,
    standing: { role, canApproveStrikes: false, isAdministrator: false, isByBreakGlass: false },
  }) as SeenCase

const list = (rights: Record<string, boolean>) => Object.keys(rights).filter((each) => rights[each])
const listRights = (role: CaseRole, more: Partial<ExportRow> = {}, allowLinks = true) =>
  list(getRights(me, row(more), inCase(role), allowLinks))

describe('what a member may do with an export', () => {
  const ofOthers: Record<CaseRole, string[]> = {
    lead: ['download', 'rerun', 'share', 'revoke'],
    attorney: ['download', 'rerun', 'share'],
    paralegal: ['download', 'rerun'],
    consultant: ['download', 'rerun'],
    viewer: [],
  }
  test.for(caseRoles)('%s, made by somebody else', (role) => {
    expect(listRights(role)).toEqual(ofOthers[role])
  })

  test.for(caseRoles)('%s, made by themselves: they can revoke it, too', (role) => {
    const isTeam = role !== 'viewer'
    expect(listRights(role, { createdBy: 'me' })).toEqual([
      ...new Set([...ofOthers[role], ...(isTeam ? ['revoke'] : [])]),
    ])
  })

  const ofLead: Record<ExportStatus, string[]> = {
    queued: ['cancel'],
    running: ['cancel'],
    ready: ['download', 'rerun', 'share', 'revoke'],
    failed: ['rerun'],
    cancelled: ['rerun'],
    expired: ['rerun'],
    revoked: ['rerun'],
  }
  test.for(exportStatuses)('the lead, while it is %s', (status) => {
    expect(listRights('lead', { status })).toEqual(ofLead[status])
  })

  test('a paralegal cancels only their own', () => {
    expect(listRights('paralegal', { status: 'running' })).toEqual([])
    expect(listRights('paralegal', { status: 'running', createdBy: 'me' })).toEqual(['cancel'])
  })

  test('nobody shares what may never leave by link, or if the firm allows no links', () => {
    expect(listRights('lead', { neverLinked: true })).not.toContain('share')
    expect(listRights('lead', {}, false)).not.toContain('share')
  })

  test('the activity opens only for those who may read it, and the archive for the lead', () => {
    const opens = (template: ExportRow['template']) =>
      caseRoles.filter((role) => listRights(role, { template, createdBy: 'me' }).includes('download'))
    expect(opens('audit')).toEqual(['lead', 'attorney'])
    expect(opens('case_archive')).toEqual(['lead'])
    expect(opens('jurors')).toEqual(['lead', 'attorney', 'paralegal', 'consultant'])
  })

  test('without a case, the uploader may do everything', () => {
    expect(list(getRights(me, row(), null, true))).toEqual(['download', 'rerun', 'share', 'revoke'])
  })

  test('a link is revoked by who made it, who made the export, or the lead', () => {
    const may = (role: CaseRole, made: string, linked: string) =>
      mayRevokeLink(me, { row: row({ createdBy: made }), inCase: inCase(role) }, { createdBy: linked })
    expect(may('attorney', 'other', 'other')).toBe(false)
    expect(may('attorney', 'me', 'other')).toBe(true)
    expect(may('attorney', 'other', 'me')).toBe(true)
    expect(may('lead', 'other', 'other')).toBe(true)
    expect(may('viewer', 'me', 'me')).toBe(false)
    expect(mayRevokeLink(me, { row: row(), inCase: null }, { createdBy: 'other' })).toBe(true)
  })
})

describe('the firm’s policy', () => {
  const refusal = (act: () => unknown) => {
    try {
      act()
      return null
    } catch (error) {
      return error instanceof Refusal ? [error.message, error.detail.fields] : error
    }
  }
  const policy = { ...defaultExportPolicy, maxExpiryDays: 3 }

  test('accepts up to its number of days, and no expiry only if it says so', () => {
    expect(requireHours(policy, 72)).toBe(72)
    expect(requireHours({ ...policy, allowNever: true }, null)).toBeNull()
  })

  test('refuses more, next to the field', () => {
    const longer = 'Your firm keeps exports for up to 3 days. Choose a shorter period.'
    const never = 'Your firm requires exports to expire. Choose 3 days or fewer.'
    expect(refusal(() => requireHours(policy, 73))).toEqual([longer, { expiresInHours: longer }])
    expect(refusal(() => requireHours(policy, null))).toEqual([never, { expiresInHours: never }])
  })

  test('asks for a password only if it says so', () => {
    const words = 'Your firm requires a password on every export and link.'
    expect(refusal(() => requirePassword(policy, undefined))).toBeNull()
    expect(refusal(() => requirePassword({ ...policy, passwordRequired: true }, 'secret'))).toBeNull()
    expect(refusal(() => requirePassword({ ...policy, passwordRequired: true }, undefined))).toEqual([
      words,
      { password: words },
    ])
  })
})

describe('a share link', () => {
  const now = Date.parse('2026-03-02T12:00:00Z')
  const link = (more: Partial<ShareLinkRow> = {}) =>
    ({
      revokedAt: null,
      expiresAt: new Date(now + 1),
      lockedUntil: null,
      maxDownloads: null,
      downloads: 0,
      ...more,
    }) as ShareLinkRow

  test.for([
    ['open', {}],
    ['open', { downloads: 900 }],
    ['open', { maxDownloads: 3, downloads: 2 }],
    ['used_up', { maxDownloads: 3, downloads: 3 }],
    ['used_up', { maxDownloads: 3, downloads: 3, lockedUntil: new Date(now + 1) }],
    ['locked', { lockedUntil: new Date(now + 1) }],
    ['open', { lockedUntil: new Date(now) }],
    ['expired', { expiresAt: new Date(now) }],
    ['expired', { expiresAt: new Date(now), maxDownloads: 3, downloads: 3 }],
    ['revoked', { revokedAt: new Date(0), expiresAt: new Date(now) }],
  ] as const)('is %s with %o', ([state, more]) => {
    expect(getLinkState(link(more), true, now)).toBe(state)
  })

  test.for([
    ['unavailable', {}],
    ['unavailable', { lockedUntil: new Date(now + 1) }],
    ['expired', { expiresAt: new Date(now) }],
    ['revoked', { revokedAt: new Date(0) }],
  ] as const)('is %s with %o if its page answers 410', ([state, more]) => {
    expect(getLinkState(link(more), false, now)).toBe(state)
  })

  test('without a limit is never used up', () => {
    expect([isUsedUp(link({ downloads: 1e6 })), isUsedUp(link({ maxDownloads: 1, downloads: 2 }))]).toEqual([
      false,
      true,
    ])
  })
})

describe('the file', () => {
  test.for([
    ['juror_report', '24-CR-118 (AT)', false, 'pdf', 'juror-report-24-CR-118-AT.pdf'],
    ['juror_report', null, true, 'pdf', 'juror-report-work-product.pdf'],
    ['jurors', '../../etc/passwd', false, 'csv', 'jurors-etc-passwd.csv'],
    ['jurors', 'Núm. 7\r\nX: y', false, 'csv', 'jurors-Nu-m-7-X-y.csv'],
    ['jurors', '案件', false, 'csv', 'jurors.csv'],
    ['jurors', 'x'.repeat(60), false, 'zip', `jurors-${'x'.repeat(40)}.zip`],
  ] as const)('%s of %j is named safely', ([template, caseNumber, isPrivileged, extension, name]) => {
    expect(toFileName(template, caseNumber, isPrivileged, extension)).toBe(name)
  })

  test('of another attempt has another key, so a late worker can’t overwrite it', () => {
    const at = { firmId: 'f', id: 'e' }
    expect(exportKey({ ...at, claim: 2 })).not.toBe(exportKey({ ...at, claim: 1 }))
  })
})
