/** Roles in a case and what each may do: the matrix that both sides read. */

export { type FirmRole, firmRoles, mayCreateCases, type Profession, professions } from './roles.ts'

export const caseRoles = ['lead', 'attorney', 'paralegal', 'consultant', 'viewer'] as const
export type CaseRole = (typeof caseRoles)[number]

type CaseRule = {
  /** Completes "Only the lead of this case may …". */
  verb: string
  roles: readonly CaseRole[]
  /** Roles that may do it to what they made themselves. */
  own?: readonly CaseRole[]
  /** Roles that may do it when the member was given `canApproveStrikes`. */
  flagged?: readonly CaseRole[]
  /** Administrators of the firm may do it without being members of the case. */
  administrator?: true
  /** It changes nothing of the case's content, so an archived case allows it. */
  whileArchived?: true
}

const lead = ['lead'] as const
const attorneys = ['lead', 'attorney'] as const
const staff = ['lead', 'attorney', 'paralegal'] as const
const team = ['lead', 'attorney', 'paralegal', 'consultant'] as const

export const casePermissions = {
  /** Title and status: all that an administrator of the firm gets without being a member. */
  standBefore: { verb: 'know of it', roles: caseRoles, administrator: true, whileArchived: true },
  see: { verb: 'open it', roles: caseRoles, whileArchived: true },
  editData: { verb: 'edit its data', roles: staff },
  editBudget: { verb: 'change its forum, method and strike budget', roles: lead },
  moveStatus: { verb: 'change its status', roles: attorneys },
  moveStatusBack: { verb: 'move it back to an earlier status', roles: lead, administrator: true },
  archive: { verb: 'archive and restore it', roles: lead, administrator: true, whileArchived: true },
  remove: { verb: 'delete it', roles: [], administrator: true, whileArchived: true },
  declareRecording: { verb: 'declare its recording permission', roles: staff },
  manageSessions: { verb: 'plan and change its sessions', roles: staff },
  uploadVideos: { verb: 'add videos to it', roles: team },
  reprocessVideos: { verb: 'have its videos analysed', roles: staff },
  removeVideos: { verb: 'remove its videos', roles: attorneys, own: ['paralegal'] },
  manageJurors: { verb: 'change its jurors', roles: staff },
  annotate: { verb: 'annotate its videos', roles: team },
  review: { verb: 'correct its transcripts and decide on its highlights', roles: team },
  rateJurors: { verb: 'rate its jurors', roles: team },
  comment: { verb: 'comment in it', roles: caseRoles },
  draftStrikes: { verb: 'draft strikes', roles: team },
  approveStrikes: { verb: 'approve strikes', roles: lead, flagged: ['attorney'] },
  exerciseStrikes: { verb: 'exercise strikes', roles: attorneys },
  recordRulings: { verb: 'record rulings', roles: staff },
  overrideStrikes: { verb: 'void strikes, unlock sessions and override checks', roles: lead },
  seeWorkProduct: { verb: 'read its work product', roles: team, whileArchived: true },
  restrictedRecord: { verb: 'open its restricted record', roles: lead, whileArchived: true },
  export: { verb: 'export from it', roles: team, whileArchived: true },
  shareExports: { verb: 'share its exports by link', roles: attorneys, whileArchived: true },
  revokeExports: {
    verb: 'revoke its exports',
    roles: lead,
    own: ['attorney', 'paralegal', 'consultant'],
    whileArchived: true,
  },
  askOpinion: { verb: 'ask a language model for a second opinion', roles: lead },
  manageMembers: { verb: 'change its members', roles: lead, whileArchived: true },
  readAudit: { verb: 'read its activity', roles: attorneys, whileArchived: true },
} as const satisfies Record<string, CaseRule>

export type CaseAction = keyof typeof casePermissions
export const caseActions = Object.keys(casePermissions) as CaseAction[]
export const caseRule = (action: CaseAction): CaseRule => casePermissions[action]

/** How a person stands to a case: the role in it, null for none, and whether they administer the firm. */
export type CaseStanding = { role: CaseRole | null; canApproveStrikes: boolean; isAdministrator: boolean }

/**
 * Whether the matrix lets this person do it. `isOwn`: the thing it is done to was made by this person.
 * Whether the case is archived is asked apart, since its answer is another sentence.
 */
export function caseAllows(standing: CaseStanding, action: CaseAction, { isOwn = false } = {}): boolean {
  const rule = caseRule(action)
  if (standing.isAdministrator && rule.administrator) return true
  const { role } = standing
  if (role === null) return false
  return (
    rule.roles.includes(role) ||
    (isOwn && rule.own?.includes(role) === true) ||
    (standing.canApproveStrikes && rule.flagged?.includes(role) === true)
  )
}

/** "Only the lead or an attorney of this case may have its videos analysed." */
export function caseRefusal(action: CaseAction): string {
  const { verb, roles, flagged = [], administrator } = caseRule(action)
  const named = [
    ...roles.map((role) => (role === 'lead' ? 'the lead' : `${role === 'attorney' ? 'an' : 'a'} ${role}`)),
    ...flagged.map((role) => `an ${role} who was given that right`),
  ]
  const ofCase = named.length > 0 ? [`${listWords(named)} of this case`] : []
  return `Only ${[...ofCase, ...(administrator ? ['an administrator of the firm'] : [])].join(' or ')} may ${verb}.`
}

const listWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** What a person does with a video of a case, as actions of the matrix. */
export const videoActions = {
  see: 'see',
  reprocess: 'reprocessVideos',
  remove: 'removeVideos',
  annotate: 'annotate',
  correct: 'review',
  readAccesses: 'readAudit',
} as const satisfies Record<string, CaseAction>

/** Paralegals delete only what they uploaded themselves, and only for so long. */
export const paralegalDeleteHours = 24
