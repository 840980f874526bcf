/** What a question asks, so that a bare "Yes" or "No" gets the meaning that its question gives it. */
import { findAny, pattern, readWordFile } from './grammar.ts'
import { readBeliefQuestion, readRuleQuestion, type RuleQuestion } from './rule.questions.ts'
import { foldText, splitSentences } from './sentences.ts'

const lexicon = readWordFile('questions')
const disclosure = 'disclosure/'
const asks = {
  undertaking: lexicon.patterns('undertaking'),
  impairment: lexicon.patterns('impairment'),
  /** Can you judge, weigh, acquit, rely, limit …: what a juror is asked to do, said without the word fair. */
  ability: lexicon.patterns('ability'),
  lean: lexicon.patterns('lean'),
  /** How do you feel about it? Do you trust them? Asks for an attitude, so that an answer with any stand in it states one. */
  attitude: lexicon.patterns('attitude'),
  hardship: lexicon.patterns('hardship'),
  availability: lexicon.patterns('availability'),
  paid: lexicon.patterns('paid'),
  replaceable: lexicon.patterns('replaceable'),
  schedule: lexicon.patterns('schedule'),
  documented: lexicon.patterns('documented'),
  disclosures: lexicon.entries
    .filter(({ name }) => name.startsWith(disclosure))
    .map(({ name, sources }) => [name.replace(disclosure, ''), sources.map(pattern)] as const),
  background: lexicon.patterns('background'),
  /** Opens a question for a fact; "what do you think" and "how do you feel" were taken before. */
  factual: lexicon.regex('factual'),
  housekeeping: lexicon.patterns('housekeeping'),
  open: lexicon.patterns('open'),
}

export type QuestionTopic =
  /** Can you be fair, follow the law, set it aside? */
  | 'undertaking'
  /** Would it prevent, affect, make it hard? */
  | 'impairment'
  /** Would you lean, favour, hold it against, believe more? */
  | 'lean'
  /** How do you feel about it, what do you think, do you trust them? */
  | 'opinion'
  /** Would serving be a hardship? Can you serve on these dates? */
  | 'hardship'
  | 'availability'
  /** The follow-ups on a hardship. */
  | 'paid'
  | 'replaceable'
  | 'schedule'
  | 'documented'
  /** Knows somebody, was a victim, served before …: the answer discloses. */
  | 'disclosure'
  /** Job, schooling, household, pastimes. */
  | 'background'
  /** Name, number, seat, greetings. */
  | 'housekeeping'
  /** Where, when, how long, which kind: asks for a fact. */
  | 'fact'
  /** What is the issue? Why? Tell me. */
  | 'open'
  /** “Okay.” */
  | 'nod'

export type Question = {
  topic: QuestionTopic | null
  /** Disclosure sub-category that the question is about. */
  about: string | null
  /** True where yes or no answers it. */
  polar: boolean
  /** True where the question itself denies: "You wouldn't hold that against him?" Then "No" confirms the denial. */
  negative: boolean
  /**
   * "… why you could not be fair?" asks whether the juror is unable: "Yes" admits it. `stated` where the question puts it to
   * the juror ("So you could not be fair?"): then "No" says the same as "Yes".
   */
  inability: 'asked' | 'stated' | null
  /** True where a matter is named that would have to be set aside: the answer then rehabilitates. */
  afterConcern: boolean
  /** The juror was given something to read, or time. */
  readingPause: boolean
  /** The folded words of the part that asks. */
  text: string
  /** The folded words that name the matter: the part that asks, with what stands before it where it only points back. */
  matter: string
  /** True where the juror's own earlier words are put to them: a denial takes those back and undertakes nothing. */
  restates: boolean
  /** True where it asks how strong a feeling is: "Strong" and "Nine" are then a yes. */
  strength: boolean
}

/** A nod that lets the juror go on: asks nothing new, and invites. */
const nod = /^(?:(?:yes|okay|ok|and|all right|mm-hmm|uh-huh|sure|right|i see|so|well|sir|ma'am)[,.?! -]*)+$/
/** "Can you …", "the question is whether you could …": asks for an undertaking, whatever else is mentioned. */
const asksToUndertake =
  /\b(?:can|could|will|able to|whether you(?: can| could|'d be able)?)\b(?! you (?:have|lean|favor))/
const asksToLean = lexicon.regex('asks-to-lean')

const aside = lexicon.regex('aside')
const polarOpening = lexicon.regex('polar-opening')
const tag = lexicon.regex('tag')
const negativeQuestion = lexicon.regex('negative-question')
/** "The problem?", "And what is that?": asks for whatever the matter is. */
const bareOpen = lexicon.regex('bare-open')
/** "Can you do that?" asks again for what was asked before; alone it asks for an undertaking. */
const asksSame = /\b(?:can|could|would|will|able to) (?:you )?(?:be able to )?do (?:that|so|it)\b/
const unable = lexicon.regex('unable')
const statedOpening =
  /^(?:and |so |okay,? |then |well,? |but |all right,? |i take it (?:that )?|sir,? |ma'am,? |that )*you(?:'re)? /
/** What stands under a condition is not what is asked: "… if he does not testify?" */
const subordinate = /\b(?:if|when|because|since|unless|who|even though|although|while)\b[^,?]*/g

/** Reads the asking part of a question: its last sentence that asks, with the rest as setting. */
export function readQuestion(raw: string): Question {
  const folded = foldText(raw)
  const { text, setting, isLong } = findAsking(folded)
  const tail = folded.slice(-tailLength)
  const form = readForm(text, setting)
  const topic = settleTopic(readAskedTopic(form, text, isLong ? tail : ''), text, tail)
  const inability = form.rule === null ? readInability(topic, text) : null
  const about = asks.disclosures.find(([, patterns]) => findAny(patterns, tail))?.[0] ?? null
  // "Have you ever …? Go ahead. Your number?" still asks what it asked first.
  const discloses = about !== null && invites.has(topic) && asksAnyone.test(tail)
  return {
    topic: discloses ? 'disclosure' : inability === null ? topic : 'impairment',
    about: discloses || mayDisclose.has(topic) ? about : null,
    polar: isPolar(form, text),
    inability,
    negative: inability === null && form.rule !== 'restated' && isNegative(text),
    afterConcern: aside.test(tail),
    readingPause: readingTime.test(folded),
    text,
    matter: form.rule === null ? text : `${setting} ${text}`.trim(),
    restates: form.rule === 'restated',
    strength: form.belief === 'strength',
  }
}

/** Whether a question gives the juror something to read, or time. */
export const givesReadingTime = (raw: string): boolean => readingTime.test(foldText(raw))

/** The sentence that asks, with the one before it where it only says "Correct?", and what stands before it. */
function findAsking(folded: string): { text: string; setting: string; isLong: boolean } {
  const sentences = splitSentences(folded)
  const last = sentences.findLast((each) => each.text.endsWith('?')) ?? sentences.at(-1)
  if (!last) return { text: '', setting: '', isLong: false }
  const before = last.text.split(' ').length <= 4 ? sentences[sentences.indexOf(last) - 1] : undefined
  // "And that's a problem. Correct?" asks with the sentence before.
  const isTag = before !== undefined && (tag.test(`, ${last.text}`) || before.text.endsWith('?'))
  return {
    text: isTag ? `${before.text} ${last.text}` : last.text,
    setting: folded.slice(0, last.from).slice(-settingLength),
    isLong: sentences.length > 1,
  }
}

const attitudes: ReadonlySet<QuestionTopic | null> = new Set(['undertaking', 'impairment', 'lean', 'opinion'])
const asksToServe = lexicon.regex('asks-to-serve')
const namesFairness = lexicon.regex('names-fairness')
const asksBack = lexicon.regex('asks-back')

/** "Would that prevent you from serving?" asks for a hardship, "Did you say …?" for a fact, whatever words they share with fairness. */
function settleTopic(topic: QuestionTopic | null, text: string, tail: string): QuestionTopic | null {
  if (!attitudes.has(topic) || namesFairness.test(text)) return topic
  if (asksBack.test(text)) return 'fact'
  return asksToServe.test(text) || (text.split(' ').length <= 4 && asksToServe.test(tail) && !namesFairness.test(tail))
    ? 'hardship'
    : topic
}

/** True where an answer with any stand in it states one on fairness. */
export const asksAttitude = ({ topic }: Question): boolean => attitudes.has(topic)

type Form = {
  /** By the words of the asking sentence alone. */
  own: QuestionTopic | null
  /** Where the sentence points back to a rule of law or to the juror's own words, and its own words decide less. */
  rule: RuleQuestion | null
  belief: ReturnType<typeof readBeliefQuestion>
}

function readForm(text: string, setting: string): Form {
  const own = readTopic(text)
  const pointed = readRuleQuestion(text, setting)
  const rule = pointed !== null && (own === null || overruled[pointed].has(own)) ? pointed : null
  return { own, rule, belief: rule === null ? readBeliefQuestion(text) : null }
}

/** The topic by form and words; a sentence that says nothing of it takes it from what was said before (`tail`). */
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

/** As much of the end of what was said is looked at for what was asked first, in characters. */
const tailLength = 700
/** As much of what stands before the asking sentence is looked at for the rule that it points to, in characters. */
const settingLength = 420
const ruleTopics: Record<RuleQuestion, QuestionTopic> = {
  assent: 'undertaking',
  objection: 'impairment',
  demand: 'lean',
  choice: 'opinion',
  restated: 'lean',
}
/** "Would it be hard for you to take three weeks off?" asks for a hardship: "Yes" says nothing of how the juror would judge. */
const asksToAttend = lexicon.regex('asks-to-attend')
const asksFairness = lexicon.regex('asks-fairness')

const difficulty = lexicon.regex('difficulty')
/** "I know it's hard, but could you be fair?" asks for the undertaking after all. */
const askedAfterAll = lexicon.regex('asked-after-all')

/** "Would it be hard to be fair?" holds the words of an undertaking, and "No" is the answer that undertakes it. */
function asksDifficulty(text: string): boolean {
  const hard = difficulty.exec(text)
  return hard !== null && !askedAfterAll.test(text.slice(hard.index + hard[0].length))
}

/** Kinds that an asking sentence has by single words ("evidence", "presumed") and that its form outweighs. */
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
  return (
    (has(text, asks.undertaking) ? readAbilityTopic(text) : readEffectTopic(text)) ??
    plainTopics.find(([, isAsked]) => isAsked(text))?.[0] ??
    null
  )
}

const has = (text: string, patterns: readonly RegExp[]): boolean => findAny(patterns, text) !== null

/**
 * With the words of an undertaking: "Is there anything that would keep you from being fair?" asks for an impairment all the
 * same.
 */
function readAbilityTopic(text: string): QuestionTopic {
  if (asksDifficulty(text) || has(text, asks.impairment)) return 'impairment'
  const asksForIt = asksToUndertake.test(text) && (/\baside\b|\bone side\b/.test(text) || !asksToLean.test(text))
  return has(text, asks.lean) && !asksForIt ? 'lean' : 'undertaking'
}

/** Without them: an effect on the juror's judgment, a hardship that reads like one, or a leaning. */
function readEffectTopic(text: string): QuestionTopic | null {
  if (has(text, asks.impairment) && !has(text, asks.hardship)) {
    if (asksToAttend.test(text) && !asksFairness.test(text)) return 'hardship'
    if (namesJudging.test(text) || !has(text, asks.availability)) return has(text, asks.open) ? 'open' : 'impairment'
  }
  return has(text, asks.lean) ? 'lean' : null
}
const namesJudging = /\b(?:juror|jury|case|fair|verdict|law|evidence|decision|judg)/

/** The first that fits. */
const plainTopics: readonly (readonly [QuestionTopic, (text: string) => boolean])[] = [
  ['opinion', (text) => has(text, asks.attitude) && !has(text, asks.hardship)],
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
const asksToDisclose = /\b(?:have|has|had|do|does|did|are|is|was|were|any(?:one|body)?|ever|know)\b/
