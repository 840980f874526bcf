/** Roles in a firm and professions. Apart from the matrix of a case, which the shell of the browser does not need. */

export const firmRoles = ['administrator', 'member'] as const
export type FirmRole = (typeof firmRoles)[number]

export const memberStatuses = ['active', 'suspended'] as const
export type MemberStatus = (typeof memberStatuses)[number]

export const professions = ['attorney', 'paralegal', 'consultant'] as const
export type Profession = (typeof professions)[number]

/** Administrators of the firm and attorneys create cases. */
export const mayCreateCases = (person: { role: FirmRole; profession: Profession }): boolean =>
  person.role === 'administrator' || person.profession === 'attorney'
