import { z } from 'zod'
import { Email, PersonName, proof } from './auth.ts'
import { defineEndpoint, nothing, textLimits } from '../endpoint.ts'
import { isTimeZone } from '../time-zone.ts'

export const profileLimits = {
  admissions: 20,
  listed: 30,
  item: 60,
  bio: 2000,
  signature: 500,
  avatarChars: 90_000,
} as const
export const admissionStatuses = ['active', 'inactive', 'retired', 'pro_hac_vice', 'other'] as const
const firstYear = 1940

export const BarAdmission = z.strictObject({
  state: z.string().trim().min(1, 'Enter a state or court.').max(profileLimits.item),
  number: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}]{1,20}$/u, 'Use up to 20 letters and digits.'),
  status: z.enum(admissionStatuses),
  year: z
    .int('Enter a year such as 2012.')
    .min(firstYear, `Enter ${firstYear} or later.`)
    // The new year starts 14 hours earlier in UTC+14 than in UTC.
    .refine(
      (year) => year <= new Date(Date.now() + 14 * 3_600_000).getUTCFullYear(),
      'The year can’t be in the future.',
    )
    .nullable(),
})
export type BarAdmission = z.infer<typeof BarAdmission>

const ShortWords = z
  .array(z.string().trim().min(1).max(profileLimits.item))
  .max(profileLimits.listed, `List up to ${profileLimits.listed}.`)
  .overwrite((all) => [...new Set(all)])

const editable = {
  name: PersonName,
  title: z.string().trim().max(textLimits.title),
  phone: z
    .string()
    .trim()
    .max(40)
    .regex(/^[+\d\s().x-]*$/i, 'Enter a phone number, such as +1 312 555 0100.'),
  barAdmissions: z.array(BarAdmission).max(profileLimits.admissions, `List up to ${profileLimits.admissions}.`),
  practiceAreas: ShortWords,
  yearsInPractice: z.int().min(0).max(80).nullable(),
  bio: z.string().trim().max(profileLimits.bio),
  languages: ShortWords,
  timeZone: z.string().max(60).refine(isTimeZone, 'Choose a time zone such as America/Chicago.').nullable(),
  signatureBlock: z.string().trim().max(profileLimits.signature),
}
export const Profile = z.object({ ...editable, email: z.string(), avatar: z.string().nullable(), version: z.int() })
export type Profile = z.infer<typeof Profile>

export const readProfile = defineEndpoint({
  method: 'GET',
  path: '/api/profile',
  summary: 'Get your profile.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: Profile,
  touches: ['account'],
})

export const saveProfile = defineEndpoint({
  method: 'PUT',
  path: '/api/profile',
  summary: 'Save your profile.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({ ...editable, version: z.int().min(0) }),
  output: Profile,
  touches: ['account', 'team', 'notifications'],
})

export const changeEmail = defineEndpoint({
  method: 'POST',
  path: '/api/profile/email',
  summary: 'Change your email address. Requires your password and an emailed link.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({ email: Email, ...proof }),
  output: z.object({ email: z.string(), mustConfirm: z.boolean() }),
  touches: ['account', 'team', 'notifications'],
  provedBy: 'password',
  personally: true,
})

export const emailChangeHours = 24

export const confirmEmail = defineEndpoint({
  method: 'POST',
  path: '/api/profile/email/confirm',
  summary: 'Confirm a new email address with the emailed link.',
  needs: 'nobody',
  params: nothing,
  input: z.strictObject({ token: z.string().min(20).max(100) }),
  output: z.object({ email: z.string() }),
  touches: ['account', 'team'],
})

export const saveAvatar = defineEndpoint({
  method: 'PUT',
  path: '/api/profile/avatar',
  summary: 'Set or remove your picture.',
  needs: 'member',
  params: nothing,
  input: z.strictObject({
    avatar: z
      .string()
      .max(profileLimits.avatarChars, 'Choose a smaller image.')
      .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, 'Choose a PNG, JPEG, or WebP image.')
      .nullable(),
  }),
  output: Profile,
  touches: ['account', 'team'],
})
