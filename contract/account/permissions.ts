export { type FirmRole, firmRoles, mayCreateCases, type Profession, professions } from './roles.ts'

export const caseRoles = ['lead', 'attorney', 'paralegal', 'consultant', 'viewer'] as const
export type CaseRole = (typeof caseRoles)[number]

type CaseRule = {
  /** Completes the sentence "Only the lead on this case can …". */
  verb: string
  roles: readonly CaseRole[]
  own?: readonly CaseRole[]
  flagged?: readonly CaseRole[]
  administrator?: true
  whileArchived?: true
  notByBreakGlass?: true
}

const lead = ['lead'] as const
const attorneys = ['lead', 'attorney'] as const
const staff = ['lead', 'attorney', 'paralegal'] as const
const team = ['lead', 'attorney', 'paralegal', 'consultant'] as const

export const casePermissions = {
  /** Covers the title and status. Firm administrators who aren't members see nothing else. */
  seeTitle: { verb: 'see it', roles: caseRoles, administrator: true, whileArchived: true },
  see: { verb: 'open it', roles: caseRoles, whileArchived: true },
  editData: { verb: 'edit its details', roles: staff },
  editBudget: { verb: 'change its forum, selection method, or strike budget', roles: lead },
  moveStatus: { verb: 'change its status', roles: attorneys },
  moveStatusBack: { verb: 'move it back to an earlier status', roles: lead, administrator: true },
  archive: { verb: 'archive or restore it', roles: lead, administrator: true, whileArchived: true },
  remove: { verb: 'delete it', roles: [], administrator: true, whileArchived: true },
  declareRecording: { verb: 'declare its recording permission', roles: staff },
  manageSessions: { verb: 'add or change its sessions', roles: staff },
  uploadVideos: { verb: 'add videos to it', roles: team },
  reprocessVideos: { verb: 'analyze its videos', roles: staff },
  removeVideos: { verb: 'delete its videos', roles: attorneys, own: ['paralegal'] },
  manageJurors: { verb: 'edit its jurors', roles: staff },
  annotate: { verb: 'annotate its videos', roles: team },
  review: { verb: 'correct its transcripts or review its highlights', roles: team },
  rateJurors: { verb: 'rate its jurors', roles: team },
  comment: { verb: 'comment on it', roles: caseRoles, notByBreakGlass: true },
  draftStrikes: { verb: 'draft strikes', roles: team },
  approveStrikes: { verb: 'approve strikes', roles: lead, flagged: ['attorney'] },
  exerciseStrikes: { verb: 'exercise strikes', roles: attorneys },
  recordRulings: { verb: 'record rulings', roles: staff },
  overrideStrikes: { verb: 'void strikes, unlock sessions, or override checks', roles: lead },
  seeWorkProduct: { verb: 'see its work product', roles: team, whileArchived: true },
  restrictedRecord: { verb: 'open its restricted records', roles: lead, whileArchived: true },
  keepRestrictedRecords: { verb: 'keep restricted records in it', roles: lead },
  export: { verb: 'export from it', roles: team, whileArchived: true },
  shareExports: { verb: 'share its exports by link', roles: attorneys, whileArchived: true },
  revokeExports: {
    verb: 'revoke its exports',
    roles: lead,
    own: ['attorney', 'paralegal', 'consultant'],
    whileArchived: true,
  },
  askOpinion: { verb: 'ask a language model for a second opinion', roles: lead },
  manageMembers: { verb: 'manage its members', roles: lead, whileArchived: true },
  readAudit: { verb: 'see its activity', roles: attorneys, whileArchived: true },
} as const satisfies Record<string, CaseRule>

export type CaseAction = keyof typeof casePermissions
export const caseActions = Object.keys(casePermissions) as CaseAction[]
export const caseRule = (action: CaseAction): CaseRule => casePermissions[action]

export type CaseStanding = {
  role: CaseRole | null
  canApproveStrikes: boolean
  isAdministrator: boolean
  isByBreakGlass: boolean
}

/** Checks only the role, not whether the case is archived. `isOwn` means the user created the item. */
export function caseAllows(standing: CaseStanding, action: CaseAction, { isOwn = false } = {}): boolean {
  const rule = caseRule(action)
  const { role, isByBreakGlass, canApproveStrikes } = standing
  if (isByBreakGlass && rule.notByBreakGlass) return false
  if (roleAllows(standing, rule, isOwn)) return true
  return canApproveStrikes && role !== null && rule.flagged?.includes(role) === true
}

type RoleStanding = Pick<CaseStanding, 'role' | 'isAdministrator'>

function roleAllows({ role, isAdministrator }: RoleStanding, rule: CaseRule, isOwn: boolean): boolean {
  if (isAdministrator && rule.administrator) return true
  if (role === null) return false
  return rule.roles.includes(role) || (isOwn && rule.own?.includes(role) === true)
}

export const readOnlyRefusal = 'You opened this case with read access only. Ask the lead to add you to the case.'

export function getCaseRefusal(action: CaseAction): string {
  const { verb, roles, flagged = [], administrator } = caseRule(action)
  const named = [
    ...roles.map((role) => (role === 'lead' ? 'the lead' : `${role === 'attorney' ? 'an' : 'a'} ${role}`)),
    ...flagged.map((role) => `an ${role} with approval rights`),
  ]
  const ofCase = named.length > 0 ? [`${listWords(named)} on this case`] : []
  return `Only ${[...ofCase, ...(administrator ? ['a firm administrator'] : [])].join(' or ')} can ${verb}.`
}

const listWords = (words: readonly string[]): string =>
  words.length < 3 ? words.join(' or ') : `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`

/** Actions for which approval rights and break-glass access make no difference. */
type RoleAction = {
  [Action in CaseAction]: (typeof casePermissions)[Action] extends { flagged: unknown } | { notByBreakGlass: true }
    ? never
    : Action
}[CaseAction]

export const videoActions = {
  see: 'see',
  reprocess: 'reprocessVideos',
  remove: 'removeVideos',
  annotate: 'annotate',
  correct: 'review',
  readAccesses: 'readAudit',
} as const satisfies Record<string, RoleAction>

export const videoAllows = (
  standing: RoleStanding,
  action: keyof typeof videoActions,
  { isOwn = false } = {},
): boolean => roleAllows(standing, caseRule(videoActions[action]), isOwn)

/** Paralegals can delete their own uploads for this many hours. */
export const paralegalDeleteHours = 24
