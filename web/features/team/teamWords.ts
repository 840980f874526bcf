import type { FirmRole, Profession } from '#contract/account/permissions.ts'

export const firmRoleWords: Record<FirmRole, string> = { administrator: 'Administrator', member: 'Member' }
export const professionWords: Record<Profession, string> = {
  attorney: 'Attorney',
  paralegal: 'Paralegal',
  consultant: 'Jury consultant',
}
