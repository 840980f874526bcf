/** Roles in a firm, professions, and roles in a case. The permission matrix grows here; both sides read it. */

export const firmRoles = ['administrator', 'member'] as const
export type FirmRole = (typeof firmRoles)[number]

export const professions = ['attorney', 'paralegal', 'consultant'] as const
export type Profession = (typeof professions)[number]

export const caseRoles = ['lead', 'attorney', 'paralegal', 'consultant', 'viewer'] as const
export type CaseRole = (typeof caseRoles)[number]

/** What a case role may do with the videos of its case. */
export const videoPermissions = {
  see: ['lead', 'attorney', 'paralegal', 'consultant', 'viewer'],
  upload: ['lead', 'attorney', 'paralegal', 'consultant'],
  reprocess: ['lead', 'attorney', 'paralegal'],
  remove: ['lead', 'attorney', 'paralegal'],
  annotate: ['lead', 'attorney', 'paralegal', 'consultant'],
} as const satisfies Record<string, readonly CaseRole[]>

/** Paralegals delete only what they uploaded themselves, and only for so long. */
export const paralegalDeleteHours = 24

/** Administrators of the firm and attorneys create cases. */
export const mayCreateCases = (person: { role: FirmRole; profession: Profession }): boolean =>
  person.role === 'administrator' || person.profession === 'attorney'
