import { findAny, pattern, readWordFile } from './grammar.ts'
import { readBeliefQuestion, readRuleQuestion, type RuleQuestion } from './rule.questions.ts'
import { foldText, splitSentences } from './utterance.ts'

const lexicon = readWordFile('questions')
const disclosure = 'disclosure/'
const asks = {
  undertaking: lexicon.patterns('undertaking'),
  impairment: lexicon.patterns('impairment'),
  ability: lexicon.patterns('ability'),
  lean: lexicon.patterns('lean'),
  attitude: lexicon.patterns('attitude'),
  hardship: lexicon.patterns('hardship'),
  whoAgrees: lexicon.patterns('asks-who-agrees'),
  anyHardship: lexicon.patterns('asks-for-hardship'),
  availability: lexicon.patterns('availability'),
  paid: lexicon.patterns('paid'),
  replaceable: lexicon.patterns('replaceable'),
  schedule: lexicon.patterns('schedule'),
  documented: lexicon.patterns('documented'),
  disclosures: lexicon.entries
    .filter(({ name }) => name.startsWith(disclosure))
    .map(({ name, sources }) => [name.replace(disclosure, ''), sources.map(pattern)] as const),
  background: lexicon.patterns('background'),
  factual: lexicon.regex('factual'),
  housekeeping: lexicon.patterns('housekeeping'),
  open: lexicon.patterns('open'),
}

export type QuestionTopic =
  /** For example, "Can you be fair?" or "Can you set that aside?" */
  | 'undertaking'
  /** For example, "Would that affect you?" */
  | 'impairment'
  /** For example, "Would you favor one side?" */
  | 'lean'
  /** For example, "How do you feel about that?" */
  | 'opinion'
  | 'hardship'
  | 'availability'
  | 'paid'
  | 'replaceable'
  | 'schedule'
  | 'documented'
  /** For example, "Were you ever a victim?" */
  | 'disclosure'
  | 'background'
  | 'housekeeping'
  | 'fact'
  /** For example, "Why?" or "Tell me more." */
  | 'open'
  | 'nod'

export type Question = {
  topic: QuestionTopic | null
  about: string | null
  polar: boolean
  /** True for questions such as "You wouldn't hold that against him?", where "No" confirms the denial. */
  negative: boolean
  /** "Yes" means the juror can't. If `stated`, as in "So you couldn't be fair?", "No" also means the juror can't. */
  inability: 'asked' | 'stated' | null
  /** True if the question names something to set aside. If so, an answer that agrees is rehabilitation. */
  afterConcern: boolean
  readingPause: boolean
  asksWhoAgrees: boolean
  asksForHardship: boolean
  text: string
  /** Includes earlier sentences if the question itself only refers to them. */
  matter: string
  /** True if the question repeats the juror's own words. A denial then only retracts them. */
  restates: boolean
  strength: boolean
  asksOfPast: boolean
  folded: string
}

const nod = /^(?:(?:yes|okay|ok|and|all right|mm-hmm|uh-huh|sure|right|i see|so|well|sir|ma'am)[,.?! -]*)+$/
const asksToUndertake =
  /\b(?:can|could|will|able to|whether you(?: can| could|'d be able)?)\b(?! you (?:have|lean|favor))/
const asksToLean = lexicon.regex('asks-to-lean')

const aside = lexicon.regex('aside')
const polarOpening = lexicon.regex('polar-opening')
const tag = lexicon.regex('tag')
const negativeQuestion = lexicon.regex('negative-question')
const bareOpen = lexicon.regex('bare-open')
/** "Can you do that?" repeats an earlier question. If there is none, it asks for a commitment. */
const asksSame = /\b(?:can|could|would|will|able to) (?:you )?(?:be able to )?do (?:that|so|it)\b/
const unable = lexicon.regex('unable')
const statedOpening =
  /^(?:and |so |okay,? |then |well,? |but |all right,? |i take it (?:that )?|sir,? |ma'am,? |that )*you(?:'re)? /
/** Matches conditions such as "if he doesn't testify", which aren't what the question asks about. */
const subordinate = /\b(?:if|when|because|since|unless|who|even though|although|while)\b[^,?]*/g

export function readQuestion(raw: string): Question {
  const folded = foldText(raw)
  const { text, setting, isLong } = findAsking(folded)
  const tail = folded.slice(-tailLength)
  const form = readForm(text, setting)
  const topic = resolveTopic(readAskedTopic(form, text, isLong ? tail : ''), text, tail)
  const inability = form.rule === null ? readInability(topic, text) : null
  const about = asks.disclosures.find(([, patterns]) => findAny(patterns, tail))?.[0] ?? null
  // "Have you ever …? Go ahead. Your number?" is still asking the first question.
  const discloses = about !== null && invites.has(topic) && asksAnyone.test(tail)
  return {
    topic: discloses ? 'disclosure' : inability === null ? topic : 'impairment',
    about: discloses || mayDisclose.has(topic) ? about : null,
    polar: isPolar(form, text),
    inability,
    negative: inability === null && form.rule !== 'restated' && isNegative(text),
    afterConcern: aside.test(tail),
    readingPause: readingTime.test(folded),
    asksWhoAgrees: has(text, asks.whoAgrees),
    asksForHardship: asksForHardship(text, tail, topic),
    text,
    matter: form.rule === null ? text : `${setting} ${text}`.trim(),
    restates: form.rule === 'restated',
    strength: form.belief === 'strength',
    asksOfPast: asksOfPast.test(text),
    folded,
  }
}

/** A short question such as "Why?" refers to what the court just said. */
function asksForHardship(text: string, tail: string, topic: QuestionTopic | null): boolean {
  const isBrief = text.split(' ').length <= fewQuestionWords && !asksOfLife.has(topic)
  const asked = isBrief ? tail.slice(-nearbyLength) : text
  if (namesFairness.test(asked) || topic === 'disclosure') return false
  return has(asked, asks.anyHardship) && (!attitudes.has(topic) || topic === 'opinion' || !namesJudging.test(asked))
}
const fewQuestionWords = 4
const asksOfLife: ReadonlySet<QuestionTopic | null> = new Set(['background', 'fact', 'housekeeping'])
const nearbyLength = 160

export const asksForReadingTime = (raw: string): boolean => readingTime.test(foldText(raw))

function findAsking(folded: string): { text: string; setting: string; isLong: boolean } {
  const sentences = splitSentences(folded)
  const last = sentences.findLast((each) => each.text.endsWith('?')) ?? sentences.at(-1)
  if (!last) return { text: '', setting: '', isLong: false }
  const before = last.text.split(' ').length <= 4 ? sentences[sentences.indexOf(last) - 1] : undefined
  // A tag such as "Correct?" is part of the previous sentence.
  const isTag = before !== undefined && (tag.test(`, ${last.text}`) || before.text.endsWith('?'))
  return {
    text: isTag ? `${before.text} ${last.text}` : last.text,
    setting: folded.slice(0, last.from).slice(-settingLength),
    isLong: sentences.length > 1,
  }
}

const attitudes: ReadonlySet<QuestionTopic | null> = new Set(['undertaking', 'impairment', 'lean', 'opinion'])
const asksOfPast = lexicon.regex('asks-of-past')
const asksImproper = lexicon.regex('asks-improper')
const asksToServe = lexicon.regex('asks-to-serve')
const namesFairness = lexicon.regex('names-fairness')
const namesHealth = lexicon.regex('names-health')
const asksBack = lexicon.regex('asks-back')

/** "Would that prevent you from serving?" is about hardship, not fairness. */
function resolveTopic(topic: QuestionTopic | null, text: string, tail: string): QuestionTopic | null {
  if (!attitudes.has(topic) || namesFairness.test(text)) return topic
  if (asksBack.test(text)) return 'fact'
  if (topic === 'impairment' && namesHealth.test(text)) return 'hardship'
  return asksToServe.test(text) || (text.split(' ').length <= 4 && asksToServe.test(tail) && !namesFairness.test(tail))
    ? 'hardship'
    : topic
}

export const asksAttitude = ({ topic }: Question): boolean => attitudes.has(topic)

type Form = {
  own: QuestionTopic | null
  rule: RuleQuestion | null
  belief: ReturnType<typeof readBeliefQuestion>
}

function readForm(text: string, setting: string): Form {
  const own = readTopic(text)
  const pointed = readRuleQuestion(text, setting)
  const rule = pointed !== null && (own === null || overruled[pointed].has(own)) ? pointed : null
  return { own, rule, belief: rule === null ? readBeliefQuestion(text) : null }
}

function readAskedTopic(form: Form, text: string, tail: string): QuestionTopic | null {
  if (form.rule !== null) return ruleTopics[form.rule]
  return readBelievedTopic(form, text) ?? readTopic(tail) ?? (asksSame.test(text) ? 'undertaking' : null)
}

function readBelievedTopic({ own, belief }: Form, text: string): QuestionTopic | null {
  const isOpen = own === null || (open.has(own) && own !== 'disclosure')
  if (belief === 'strength' && isOpen) return 'lean'
  if (belief === 'belief' && isOpen && !asksHow.test(text)) return 'lean'
  const isLoose = own === null || own === 'lean' || own === 'opinion'
  return belief === 'everyday' && isLoose && !asksToLean.test(text) ? 'fact' : own
}

function readInability(topic: QuestionTopic | null, text: string): Question['inability'] {
  if ((topic !== 'undertaking' && topic !== 'impairment') || !unable.test(text)) return null
  return statedOpening.test(text) ? 'stated' : 'asked'
}

const isPolar = ({ rule, belief }: Form, text: string): boolean =>
  (rule !== null && rule !== 'choice') ||
  belief === 'strength' ||
  polarOpening.test(` ${text}`.trimStart()) ||
  tag.test(text)

const isNegative = (text: string): boolean =>
  negativeQuestion.test(text.replace(subordinate, '')) && !/^(?:why|what|how)\b/.test(text)

const mayDisclose: ReadonlySet<QuestionTopic | null> = new Set([null, 'disclosure', 'open', 'nod'])
const invites: ReadonlySet<QuestionTopic | null> = new Set(['housekeeping', 'open', 'nod'])
const asksAnyone = /\b(?:have you|has anyone|does anyone|do you know|are you|anyone)\b/
const asksHow = /^(?:and |so |well,? |then |okay,? )*(?:how|what|why)\b/
const readingTime = lexicon.regex('reading-time')

const tailLength = 700
const settingLength = 420
const ruleTopics: Record<RuleQuestion, QuestionTopic> = {
  assent: 'undertaking',
  objection: 'impairment',
  demand: 'lean',
  choice: 'opinion',
  restated: 'lean',
}
const asksToAttend = lexicon.regex('asks-to-attend')
const asksFairness = lexicon.regex('asks-fairness')

const difficulty = lexicon.regex('difficulty')
/** "I know it's hard, but could you be fair?" asks for a commitment. */
const askedAfterAll = lexicon.regex('asked-after-all')

/** Answering "No" to "Would it be hard to be fair?" is a commitment. */
function asksDifficulty(text: string): boolean {
  const hard = difficulty.exec(text)
  return hard !== null && !askedAfterAll.test(text.slice(hard.index + hard[0].length))
}

/** These topics are inferred from single words, so the form of the question overrides them. */
const vague = ['nod', 'open', 'fact', 'housekeeping', 'background', 'opinion', 'disclosure'] as const
const open: ReadonlySet<QuestionTopic> = new Set(vague)
const overruled: Record<RuleQuestion, ReadonlySet<QuestionTopic>> = {
  assent: new Set([...vague, 'lean']),
  objection: new Set([...vague, 'undertaking', 'lean', 'availability']),
  demand: new Set([...vague, 'undertaking', 'availability']),
  choice: new Set(vague),
  restated: new Set([...vague, 'lean']),
}

function readTopic(asked: string): QuestionTopic | null {
  if (!asked) return null
  const text = asked.replace(/\b(what|who|where|how|it|that)'s\b/g, '$1 is')
  if (asksImproper.test(text)) return 'lean'
  return (
    (has(text, asks.undertaking) ? readAbilityTopic(text) : readEffectTopic(text)) ??
    plainTopics.find(([, isAsked]) => isAsked(text))?.[0] ??
    null
  )
}

const has = (text: string, patterns: readonly RegExp[]): boolean => findAny(patterns, text) !== null

function readAbilityTopic(text: string): QuestionTopic {
  if (asksDifficulty(text) || has(text, asks.impairment)) return 'impairment'
  const asksForIt = asksToUndertake.test(text) && (/\baside\b|\bone side\b/.test(text) || !asksToLean.test(text))
  return has(text, asks.lean) && !asksForIt ? 'lean' : 'undertaking'
}

function readEffectTopic(text: string): QuestionTopic | null {
  if (has(text, asks.impairment) && !has(text, asks.hardship)) {
    if (asksToAttend.test(text) && !asksFairness.test(text)) return 'hardship'
    if (namesJudging.test(text) || !has(text, asks.availability)) return has(text, asks.open) ? 'open' : 'impairment'
  }
  return has(text, asks.lean) ? 'lean' : null
}
const namesJudging = /\b(?:juror|jury|case|fair|verdict|law|evidence|decision|judg)/

const plainTopics: readonly (readonly [QuestionTopic, (text: string) => boolean])[] = [
  ['opinion', (text) => has(text, asks.attitude) && !has(text, asks.hardship) && !asksOfNews.test(text)],
  ['documented', (text) => has(text, asks.documented)],
  ['replaceable', (text) => has(text, asks.replaceable)],
  ['schedule', (text) => has(text, asks.schedule)],
  ['hardship', (text) => has(text, asks.hardship)],
  ['availability', (text) => has(text, asks.availability)],
  ['undertaking', (text) => has(text, asks.ability)],
  ['paid', (text) => has(text, asks.paid) && !/\bwhat (?:do|does|did)\b/.test(text)],
  ['disclosure', (text) => asks.disclosures.some(([, patterns]) => has(text, patterns)) && asksToDisclose.test(text)],
  ['housekeeping', (text) => has(text, asks.housekeeping)],
  ['nod', (text) => nod.test(text)],
  ['open', (text) => bareOpen.test(text) || has(text, asks.open)],
  ['background', (text) => has(text, asks.background)],
  ['fact', (text) => asks.factual.test(text)],
]
const asksOfNews = /\b(?:heard|read|seen|watched|learned)\b(?:[^?]{0,30})\b(?:anything|something|much|news) about\b/
const asksToDisclose = /\b(?:have|has|had|do|does|did|are|is|was|were|any(?:one|body)?|ever|know)\b/
