import type { Word } from '#contract/videos/transcript.ts'

export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const questions = [
  'Juror {n}, is there anything about the {w} that would make it hard for you to be fair?',
  'Would you be able to follow the law as the judge gives it to you about the {w}?',
  'Do you or does anybody close to you work for the {w} or in {w}?',
  'Can you set that aside and decide this case on the evidence about the {w} alone?',
  'Has anyone here ever served on a jury before, and did it involve {w}?',
  'Thank you. Who else raised a hand on the question about {w}?',
  'What do you think about people who bring a lawsuit over {w}?',
]
const answers = [
  'Yes.',
  'No, sir.',
  'I think I could be fair, but my {w} was in a {w} with the {w}.',
  'I would lose my job, because my {w} does not pay me while I am away.',
  'My brother is a police officer in {w} and we talk about {w} all the time.',
  "I don't know that I could put that out of my mind, honestly, after what happened with the {w}.",
  'I read about the {w} in the paper and I have a strong opinion about {w}.',
  'I had a {w} last year and the {w} {w} told me to rest, so sitting all day is a hardship.',
  'I can follow the law, even when I do not agree with it about {w}.',
  'I was on a jury in {w}, it was about a {w}, and we did reach a verdict.',
]

const onsets = 'b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sh sl st t th tr v w'.split(' ')
const vowels = 'a ai e ea i o oo ou u'.split(' ')
const codas = ' b ck d ft g l ld m n nd ng p r rn s st t x'.split(' ')

export function tailWord(rank: number): string {
  let rest = rank
  const take = (from: readonly string[]): string => {
    const found = from[rest % from.length]!
    rest = Math.floor(rest / from.length)
    return found
  }
  const left = (): number => rest
  const syllable = (): string => take(onsets) + take(vowels) + take(codas)
  let word = syllable()
  while (left() > 0) word += syllable()
  return `${word}${take(['er', 'ing', 'ton', 'ly'])}`
}

/** Word frequencies follow Zipf's law, as they do in real speech. */
const tailWords = 60_000
const tailExponent = 1.05

export function speech(random: () => number): { text: string; words: Word[]; speaker: string; juror: string | null } {
  const isAnswer = random() < 0.6
  const patterns = isAnswer ? answers : questions
  const juror = String(1 + Math.floor(random() * 60))
  let text = ''
  do text += `${text && ' '}${fill(patterns[Math.floor(random() * patterns.length)]!, juror, random)}`
  while (random() < 0.35)
  const words = text.split(' ').map((each, at) => ({
    text: each,
    startMs: at * 310,
    endMs: at * 310 + 270,
    confidence: Math.round(random() * 1000) / 1000,
    estimated: false,
  }))
  return { text, words, speaker: isAnswer ? `JUROR ${juror}` : 'THE COURT', juror: isAnswer ? juror : null }
}

const fill = (pattern: string, juror: string, random: () => number): string =>
  pattern.replaceAll('{n}', juror).replaceAll('{w}', () => tailWord(zipfRank(random)))

/** Samples a rank from the continuous Zipf distribution by inverting it. */
function zipfRank(random: () => number): number {
  const power = 1 - tailExponent
  const span = (tailWords + 1) ** power - 1
  return Math.floor((1 + random() * span) ** (1 / power)) - 1
}
