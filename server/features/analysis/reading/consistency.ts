import { withoutAccents } from '#contract/accents.ts'
import type { QuestionnaireAnswer } from '#contract/jurors/jurors.ts'

// Deliberately simple: looks for two questions about the same topic, one answered with "yes" and the other with "no".

const topics: readonly { name: string; words: RegExp }[] = [
  { name: 'Law enforcement', words: /\b(police|law enforcement|officers?|deputy|deputies|sheriff|detectives?)\b/i },
  { name: 'Crime victim', words: /\b(victims?|robbed|burglar\w*|assaulted|mugged)\b/i },
  { name: 'Arrests and convictions', words: /\b(arrested|accused|charged|convicted|felony|conviction)\b/i },
  {
    name: 'Prior jury service',
    words:
      /\b(served (before|on a jury|as a juror)|sat on a jury|prior jury|previous jury|been (a juror|on a jury))\b/i,
  },
  { name: 'Lawsuits', words: /\b(lawsuits?|sued|suing|plaintiff before|party to a case)\b/i },
  {
    name: 'Knows someone in the case',
    words: /\b(know|acquainted|recognize|familiar with) (any|anyone|the|either)\b/i,
  },
  { name: 'Fairness', words: /\b(fair|impartial|unbiased|set aside|opinion about)\b/i },
  { name: 'Pay while serving', words: /\b(pay|paid|salary|wages)\b/i },
  { name: 'Hardship', words: /\b(hardship|unable to serve|difficult\w* to serve|childcare|caregiver)\b/i },
  { name: 'Health', words: /\b(medical|health|medication|hearing|eyesight|disabilit\w*)\b/i },
]

type Spoken = { question: string; answer: string }

function getPolarity(answer: string): 1 | -1 | 0 {
  const start = answer
    .trim()
    .toLowerCase()
    .replace(/^(um+|uh+|well|so|oh|actually|i mean|your honor)[,.\s]+/g, '')
  if (/^(yes|yeah|yep|yup|correct|i do|i have|i did|i am|i was|right)\b/.test(start)) return 1
  if (
    /^(no|nope|never|none|not|n\/a|i don'?t|i do not|i haven'?t|i have not|i didn'?t|i'?m not|i am not)\b/.test(start)
  )
    return -1
  return 0
}

export function findOpposedTopic({ q, a }: QuestionnaireAnswer, { question, answer }: Spoken): string | null {
  const [written, said] = [getPolarity(a), getPolarity(answer)]
  if (written === 0 || said === 0 || written === said) return null
  return topics.find(({ words }) => words.test(q) && words.test(question))?.name ?? null
}

const titles = /^(dr|mr|mrs|ms|prof|officer|detective|deputy|trooper|sgt|det|hon|judge|rev)\.?$/i
const suffixes = /^(jr|sr|ii|iii|iv|esq|md|do|dds|rn|phd|cpa)$/i
const particles = /^(de|del|la|las|los|da|dos|di|du|le|van|von|der|den|el|al|st)$/i
const fewestLetters = 3

function familyNames(name: string): string[] {
  const [before = [], ...others] = withoutAccents(name)
    .split(',')
    .map((each) =>
      each.split(/\s+/).filter((part) => part !== '' && !titles.test(part) && !suffixes.test(part.replaceAll('.', ''))),
    )
    .filter((parts) => parts.length > 0)
  const family = others.length > 0 ? before.filter((part) => !particles.test(part)) : before.slice(-1)
  return family.map((part) => part.replaceAll(/[^\p{L}'’-]/gu, '')).filter((part) => part.length >= fewestLetters)
}

export function isNameHeard(name: string, words: string): boolean {
  const spoken = withoutAccents(words)
  return familyNames(name).some((family) => {
    const pattern = new RegExp(`(?<!\\p{L})${family.replaceAll(/[-'’]/g, '.')}(?!\\p{L})`, 'giu')
    return [...spoken.matchAll(pattern)].some(([found]) => /^\p{Lu}/u.test(found))
  })
}
