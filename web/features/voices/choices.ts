import type { OpenCase } from '#contract/cases/cases.ts'
import { type SpeakerRole, speakerRoleWords } from '#contract/videos/transcript.ts'

export type Choice = { key: string; label: string; role: SpeakerRole }

type Sides = Pick<OpenCase, 'ourSide' | 'caseType'>

/** Doesn't include the juror choice, which needs a number. */
export function listChoices({ ourSide, caseType }: Sides): Choice[] {
  const isCriminal = caseType?.startsWith('criminal') ?? false
  const plaintiff = isCriminal || ourSide === 'prosecution' ? 'prosecutor' : 'plaintiff_attorney'
  const theirs = caseType === null && ourSide === 'defense' ? 'attorney' : plaintiff
  const counsel: readonly [Choice, Choice] =
    ourSide === 'defense'
      ? [
          { key: '2', label: 'Our counsel', role: 'defense_attorney' },
          { key: '3', label: 'Opposing counsel', role: theirs },
        ]
      : ourSide === 'plaintiff' || ourSide === 'prosecution'
        ? [
            { key: '2', label: 'Our counsel', role: plaintiff },
            { key: '3', label: 'Opposing counsel', role: 'defense_attorney' },
          ]
        : [
            { key: '2', label: speakerRoleWords[plaintiff], role: plaintiff },
            { key: '3', label: speakerRoleWords.defense_attorney, role: 'defense_attorney' },
          ]
  return [
    { key: '1', label: speakerRoleWords.judge, role: 'judge' },
    ...counsel,
    { key: 'w', label: 'Witness', role: 'witness' },
    { key: 'o', label: 'Other', role: 'other' },
  ]
}

type Person = { role: SpeakerRole; jurorNumber: string | null }

export function describePerson({ role, jurorNumber }: Person, choices: readonly Choice[]): string {
  if (role === 'juror') return jurorNumber === null ? 'Juror, number unknown' : `Juror ${jurorNumber}`
  return choices.find((each) => each.role === role)?.label ?? speakerRoleWords[role]
}

type KeyPress = { target: unknown } & Pick<KeyboardEvent, 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Ignores key repeats so that a held key names only one voice. Fields and menus handle letters themselves. */
export const isShortcut = ({ repeat, ctrlKey, metaKey, altKey, target }: KeyPress): boolean =>
  !repeat && !ctrlKey && !metaKey && !altKey && (target as Element).closest('input, [role=menu]') === null
