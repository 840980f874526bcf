/** What the trained part sees of an answer: words, families of meaning, their order, the question, and the rules that fired. */
import { fireRules } from './fire.ts'
import { readAnswer, type Answer } from './language/answer.ts'
import { getConcepts, toStem } from './language/concepts.ts'
import { readQuestion, type Question } from './language/question.ts'
import { splitWords } from './language/sentences.ts'

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

function toTokens(folded: string): string[] {
  let text = folded
  for (const [from, to] of contractions) text = text.replace(from, to)
  return splitWords(text).map((word) => (/^\$?[0-9]/.test(word) ? '0' : word))
}

/** Features of one stretch of an answer, as names; each counts once, in an order that never changes. */
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
    // A denial reaches a few words ahead: "not … fair", "nobody … watch".
    if (denials.has(stem)) for (const meant of meanings.slice(at + 1, at + 7)) features.add(`not ${meant}`)
    if (stem === 'i' || stem === 'my' || stem === 'me')
      for (const meant of meanings.slice(at + 1, at + 4)) features.add(`i ${meant}`)
  }
}
const denials: ReadonlySet<string> = new Set(['not', 'no', 'never', 'nobody', 'none', 'nothing', 'without', 'hardly'])

/** What the question and the form of the whole answer add: the same for every stretch of it. */
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

/** The features of a whole utterance, for training. */
export function readFeatures({ text, context }: { text: string; context: string }): Set<string> {
  const answer = readAnswer(text, context)
  const firedSubs = new Set(fireRules(answer.text).map(({ rule }) => rule.sub))
  return listFeatures(answer.text, listSetting(readQuestion(context), answer), firedSubs)
}

/** Frames in which people own up to a stance, whatever the words in them: an effect on them, a denied ability, a feeling. */
const frames: readonly (readonly [string, RegExp])[] = [
  [
    'effect',
    /\b(?:it|that|this|which|they|he|she|name|all of (?:it|that)) (?:would|will|does|do|might|could|'d|can|just|really|still|kind of|sort of| )*(?:affects?|influences?|clouds?|colou?rs?|weighs?|bothers?|triggers?|upsets?|angers?|bring(?:s)?|hits?|sways?|stays?|haunts?|gets? (?:to|under)|makes? (?:me|my|it (?:hard|tough|difficult))|rubs?|sits?|sickens?|disgusts?|scares?|worries)\b/,
  ],
  [
    'unable',
    /\b(?:i|i'd|i'm|we) (?:just |really |honestly |don't think i |don't know (?:if|that|how) i |not sure i |would |simply )*(?:can't|cannot|couldn't|could not|not able|unable|won't be able|wouldn't be able|can|could) (?:\w+ ){0,2}(?:be|set|put|separate|ignore|forget|trust|believe|listen|judge|look at|see|give|keep|vote|find|take|help|get past|get over|accept|imagine|say|stand|stomach|abide)\b/,
  ],
  [
    'hardly',
    /\b(?:hard|difficult|tough|trouble|struggle|impossible|a lot to ask|a challenge|uncomfortable) (?:time )?(?:for me )?(?:to|with|being|setting|putting|believing|listening|judging|looking|giving|finding|trusting|accepting|not)\b/,
  ],
  [
    'feeling',
    /\b(?:i|i'd|i've|i'm|we) (?:just |really |still |do |kind of |sort of |absolutely |personally |have |got |feel |'ve |always |would |am |get |was )*(?:strong|negative|bad|hard|mixed|sour|ill|angry|mad|furious|sick|disgusted|upset|bitter|resent|resentful|suspicious|skeptical|wary|leery|sympathetic|sympathy|sympathies|feel for|feel bad|feel sorry|bias(?:ed)?|prejudiced?|preconceptions?|partial|inclined|predisposed|soft spot|no (?:patience|respect|sympathy|use|faith|trust))\b/,
  ],
  [
    'dislike',
    /\b(?:i|i've|we) (?:just |really |never |always |do |don't |can't |couldn't |have |had |absolutely |personally |'ve |am |no longer )*(?:hate|despise|detest|loathe|distrust|mistrust|dislike|can't stand|(?:don't|never|no longer|do not) (?:really |much )?(?:like|trust|believe|care for|agree|respect|approve|buy|want)|disagree|oppose|object|resent|disapprove|lost (?:all )?(?:respect|faith))\b/,
  ],
  [
    'leaning',
    /\b(?:i|i'd|i'll|i'm|i would|i might|we'd) (?:just |probably |always |definitely |still |naturally |automatically |tend to |have to |go(?:ing)? to |be |would |more |kind of |certainly |likely )*(?:lean(?:ing)?|side|siding|favor|root(?:ing)?|pull(?:ing)?|assume|figure|wonder|suspect|question|doubt|discount|hold|expect|need|want to hear|go with|go by|give (?:him|her|them|the) (?:more|less|extra)|believe|think less|start(?:ing)? (?:out )?(?:with|from|by|behind|ahead)|err on)\b/,
  ],
  [
    'verdict on people',
    /\b(?:he|she|they|them|those|these|people|all|everyone|everybody|that (?:man|woman|guy|crowd|company|family)|the (?:whole|police|government|company|lawyers?)) ?(?:'s|'re|is|are|was|were|being)? (?:all |just |always |a |an |nothing but |such a |probably |basically |usually |only |bunch of |pretty )*(?:liars?|lying|crooks?|crooked|corrupt|cheats?|thie(?:f|ves)|criminals?|fraud|frauds|phony|phonies|scams?|scum|greedy|dirty|guilty|dishonest|despicable|repugnant|disgusting|terrible|horrible|evil|racists?|rigged|biased|out to get|no good|honest|heroes|trained|good people|hiding|lie|lies|lied|twist|get away)\b/,
  ],
  [
    'after all',
    /\b(?:no matter what|either way|whatever (?:they|you|he|she)|made up|already|from the (?:start|get-go|beginning)|in my (?:head|mind|book|heart)|deep down|in the back of|at the end of the day|that's (?:how|where|just how) i|the way i (?:feel|see|am|was raised)|i know myself|to be honest|honestly|truthfully|i'd be lying)\b/,
  ],
  ['own', /\b(?:i|me|my|we|our|us|mine|myself)\b/],
]
/** Names of the frames in a folded stretch of speech, and whether there are any but the first person. */
export const findFrames = (folded: string): string[] => {
  const found = frames.filter(([, pattern]) => pattern.test(folded)).map(([name]) => name)
  const stance = found.filter((name) => name !== 'own')
  return [...found, stance.length === 0 ? 'none' : 'some', ...(stance.length > 1 ? ['several'] : [])]
}
