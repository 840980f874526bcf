import { matchRules } from './rules.ts'
import { readAnswer, type Answer, foldText, splitWords } from '../language/utterance.ts'
import { getConcepts, toStem } from '../language/concepts.ts'
import { readWordFile } from '../language/grammar.ts'
import { readQuestion, type Question } from '../language/question.ts'

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

export function toTokens(folded: string): string[] {
  let text = folded
  for (const [from, to] of contractions) text = text.replace(from, to)
  return splitWords(text).map((word) => (/^\$?[0-9]/.test(word) ? '0' : word))
}

export function listFeatures(folded: string, setting: readonly string[], firedSubs: Iterable<string>): Set<string> {
  const features = new Set<string>(['bias'])
  const tokens = toTokens(folded)
  const stems = tokens.map(toStem)
  addWords(features, tokens, stems)
  for (const feature of setting) features.add(feature)
  features.add(`n ${[3, 8, 16].find((most) => tokens.length <= most) ?? 99}`)
  for (const frame of findFrames(folded)) features.add(`f ${frame}`)
  if (!stems.some((stem) => /^(?:i|me|my|we|our|us|mine|myself)$/.test(stem))) features.add('no first person')
  if (folded.endsWith('?')) features.add('asks')
  for (const sub of firedSubs) features.add(`r ${sub}`)
  return features
}

function addWords(features: Set<string>, tokens: readonly string[], stems: readonly string[]): void {
  const concepts = tokens.map(getConcepts)
  const meanings = tokens.map((token, at) => concepts[at]?.[0] ?? stems[at] ?? token)
  for (const [at, stem] of stems.entries()) {
    features.add(`w ${stem}`)
    for (const concept of concepts[at] ?? []) features.add(`c ${concept}`)
    const [meaning = stem, second, third] = meanings.slice(at, at + 3)
    if (second !== undefined) features.add(`m2 ${meaning} ${second}`)
    if (third !== undefined) {
      features.add(`m3 ${meaning} ${second} ${third}`)
      features.add(`s2 ${meaning} * ${third}`)
    }
    // A denial applies to the next few words, as in "not … fair" or "nobody … watch".
    if (denials.has(stem)) for (const meant of meanings.slice(at + 1, at + 7)) features.add(`not ${meant}`)
    if (stem === 'i' || stem === 'my' || stem === 'me')
      for (const meant of meanings.slice(at + 1, at + 4)) features.add(`i ${meant}`)
  }
}
const denials: ReadonlySet<string> = new Set(['not', 'no', 'never', 'nobody', 'none', 'nothing', 'without', 'hardly'])

export function listSetting(question: Question, answer: Answer): string[] {
  const [topic, form] = [question.topic ?? 'none', `${answer.polarity ?? '-'} ${answer.hedge ?? '-'}`]
  return [
    `q ${topic}`,
    ...(question.about ? [`q about ${question.about}`] : []),
    `qa ${topic} ${form}`,
    `a ${form}`,
    ...toTokens(question.text)
      .slice(-30)
      .flatMap(getConcepts)
      .map((concept) => `qc ${concept}`),
  ]
}

export function readFeatures({ text, context }: { text: string; context: string }): Set<string> {
  const question = readQuestion(context)
  const answer = readAnswer(foldText(text), question.folded)
  const firedSubs = new Set(matchRules(answer.text).map(({ rule }) => rule.sub))
  return listFeatures(answer.text, listSetting(question, answer), firedSubs)
}

const frames = readWordFile('frames').entries.map(({ name, sources }) => [name, new RegExp(sources.join('|'))] as const)

export const findFrames = (folded: string): string[] => {
  const found = frames.filter(([, pattern]) => pattern.test(folded)).map(([name]) => name)
  const stance = found.filter((name) => name !== 'own')
  return [...found, stance.length === 0 ? 'none' : 'some', ...(stance.length > 1 ? ['several'] : [])]
}
