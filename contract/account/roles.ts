/** This is separate from `permissions.ts` so the browser shell doesn't have to load that file. */

export const firmRoles = ['administrator', 'member'] as const
export type FirmRole = (typeof firmRoles)[number]

export const memberStatuses = ['active', 'suspended'] as const
export type MemberStatus = (typeof memberStatuses)[number]

export const professions = ['attorney', 'paralegal', 'consultant'] as const
export type Profession = (typeof professions)[number]

export const mayCreateCases = (person: { role: FirmRole; profession: Profession }): boolean =>
  person.role === 'administrator' || person.profession === 'attorney'
