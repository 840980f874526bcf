/** What the trained part sees of an answer: words, families of meaning, their order, the question, and the rules that fired. */
import type { Answer } from '#engine/findings/language/answer.ts'
import { conceptsOf, stemOf } from '#engine/findings/language/concepts.ts'
import type { Question } from '#engine/findings/language/question.ts'
import { wordsOf } from '#engine/findings/language/sentences.ts'
import { framesOf } from './frames.ts'

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bcan't\b|\bcannot\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/\bain't\b/g, 'is not'],
  [/n't\b/g, ' not'],
  [/'m\b/g, ' am'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/'d\b/g, ' would'],
  [/\b(it|that|he|she|there|what|who|where|how)'s\b/g, '$1 is'],
  [/\bgotta\b/g, 'have to'],
  [/\bgonna\b/g, 'going to'],
  [/in'(?=\s|$|[.,])/g, 'ing'],
  [/\b(?:'em)\b/g, 'them'],
]

function tokensOf(folded: string): string[] {
  let text = folded
  for (const [from, to] of contractions) text = text.replace(from, to)
  return wordsOf(text).map((word) => (/^\$?[0-9]/.test(word) ? '0' : word))
}

/** Features of an answer (or of one stretch of it), as names; each counts once. */
export function featuresOf(
  folded: string,
  question: Question,
  answer: Answer,
  firedSubs: Iterable<string>,
): Set<string> {
  const features = new Set<string>(['bias'])
  const tokens = tokensOf(folded)
  const stems = tokens.map(stemOf)
  const meanings = tokens.map((token, at) => conceptsOf(token)[0] ?? stems[at] ?? token)
  for (const [at, stem] of stems.entries()) {
    features.add(`w ${stem}`)
    for (const concept of conceptsOf(tokens[at] ?? '')) features.add(`c ${concept}`)
    const meaning = meanings[at] ?? stem
    const [second, third] = [meanings[at + 1], meanings[at + 2]]
    if (second !== undefined) features.add(`m2 ${meaning} ${second}`)
    if (third !== undefined) {
      features.add(`m3 ${meaning} ${second} ${third}`)
      features.add(`s2 ${meaning} * ${third}`)
    }
    // A denial reaches a few words ahead: "not … fair", "nobody … watch".
    if (/^(?:not|no|never|nobody|none|nothing|without|hardly)$/.test(stem)) {
      for (const meant of new Set(meanings.slice(at + 1, at + 7))) features.add(`not ${meant}`)
    }
    if (stem === 'i' || stem === 'my' || stem === 'me')
      for (const meant of new Set(meanings.slice(at + 1, at + 4))) features.add(`i ${meant}`)
  }
  features.add(`q ${question.topic ?? 'none'}`)
  if (question.about) features.add(`q about ${question.about}`)
  features.add(`qa ${question.topic ?? 'none'} ${answer.polarity ?? '-'} ${answer.hedge ?? '-'}`)
  features.add(`a ${answer.polarity ?? '-'} ${answer.hedge ?? '-'}`)
  for (const word of tokensOf(question.text).slice(-30))
    for (const concept of conceptsOf(word)) features.add(`qc ${concept}`)
  features.add(`n ${tokens.length <= 3 ? 3 : tokens.length <= 8 ? 8 : tokens.length <= 16 ? 16 : 99}`)
  for (const frame of framesOf(folded)) features.add(`f ${frame}`)
  if (!stems.some((stem) => /^(?:i|me|my|we|our|us|mine|myself)$/.test(stem))) features.add('no first person')
  if (folded.endsWith('?')) features.add('asks')
  for (const sub of firedSubs) features.add(`r ${sub}`)
  return features
}
