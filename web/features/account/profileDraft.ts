import type { Profile, saveProfile } from '#contract/account/profile.ts'
import type { z } from 'zod'

export type ProfileDraft = Pick<Profile, 'name' | 'title' | 'phone' | 'bio' | 'signatureBlock'> & {
  timeZone: string
  yearsInPractice: string
  practiceAreas: string
  languages: string
  barAdmissions: AdmissionDraft[]
}
export type AdmissionDraft = Omit<Profile['barAdmissions'][number], 'year'> & { year: string }

export const toDraft = (profile: Profile): ProfileDraft => ({
  name: profile.name,
  title: profile.title,
  phone: profile.phone,
  bio: profile.bio,
  signatureBlock: profile.signatureBlock,
  timeZone: profile.timeZone ?? '',
  yearsInPractice: profile.yearsInPractice === null ? '' : String(profile.yearsInPractice),
  practiceAreas: profile.practiceAreas.join(', '),
  languages: profile.languages.join(', '),
  barAdmissions: profile.barAdmissions.map((each) => ({ ...each, year: each.year === null ? '' : String(each.year) })),
})

const splitWords = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

/** Returns NaN for invalid text, so the server rejects the value with an error on the field. */
const parseNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))

export const toInput = (draft: ProfileDraft, version: number): z.input<typeof saveProfile.input> => ({
  ...draft,
  timeZone: draft.timeZone || null,
  yearsInPractice: parseNumber(draft.yearsInPractice),
  practiceAreas: splitWords(draft.practiceAreas),
  languages: splitWords(draft.languages),
  barAdmissions: draft.barAdmissions.map((each) => ({ ...each, year: parseNumber(each.year) })),
  version,
})

export const isSameDraft = (one: ProfileDraft, other: ProfileDraft): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export function mergeEdits(saved: ProfileDraft, sent: ProfileDraft, written: ProfileDraft): ProfileDraft {
  const isSame = (name: string) =>
    JSON.stringify(written[name as keyof ProfileDraft]) === JSON.stringify(sent[name as keyof ProfileDraft])
  return { ...saved, ...Object.fromEntries(Object.entries(written).filter(([name]) => !isSame(name))) }
}

export const findProblem = (fields: Readonly<Record<string, string>>, name: string): string | undefined =>
  fields[name] ?? Object.entries(fields).find(([path]) => path.startsWith(`${name}.`))?.[1]
