/** What a question asks, so that a bare "Yes" or "No" gets the meaning that its question gives it. */
import { findAny } from './grammar.ts'
import * as asks from './question.patterns.ts'
import { readBeliefQuestion, readRuleQuestion, type RuleQuestion } from './rule.questions.ts'
import { foldText, splitSentences } from './sentences.ts'

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
const asksToLean =
  /\b(?:bias(?:ed)?|prejudiced?|lean|favor|side with|hold .{0,30}against|more (?:weight|credit|likely)|benefit of the doubt|root|sympath|tend to|ahead|against either)\b/

const aside =
  /\b(?:aside|despite|in spite of|knowing (?:that|you)|even though|notwithstanding|still|having said|given (?:that|what)|that experience|that relationship|those feelings|those views|what (?:you|happened)|because of (?:that|this)|his job|her job|about that|fact that|your (?:experience|feelings|views|beliefs|opinion|relationship|job|work|brother|sister|father|mother|friend|husband|wife|son|daughter|uncle|cousin))\b/
const polarOpening =
  /(?:^|[,.] ?|\b(?:and|but|so|or|well|now|okay|then|sir|ma'am|juror|question is|is) )(?:do|does|did|can|could|will|would|are|is|was|were|have|has|had|am|should|may|might|don't|doesn't|didn't|can't|couldn't|won't|wouldn't|aren't|isn't|wasn't|haven't|hasn't|any(?:one|body|thing)?|you(?:'re|'d|'ll)?|so you(?:'re)?|is there|are there|i take it|it(?:'s|'d| would| is)|this|that(?:'s| would| is)?) /
const tag =
  /(?:,|\.|--) ?(?:right|correct|yes|no|okay|is that (?:right|correct|fair|so)|am i (?:right|correct)|would (?:you|it|that)|could you|can you|do you|will you|wouldn't (?:you|it|that)|isn't (?:it|that)|yes or no)(?: (?:sir|ma'am))?\??$/
const negativeQuestion =
  /\b(?:you|it|that|there|this|which|and) (?:does not|doesn't|wouldn't|won't|would not|will not|don't|do not|can't|cannot|couldn't|could not|aren't|are not|isn't|is not|wouldn't be|'re not|'s nothing|is nothing)\b|\bnothing\b|\bno (?:reason|problem)\b/
/** "The problem?", "And what is that?": asks for whatever the matter is. */
const bareOpen =
  /^(?:and |so |okay,? |all right,? )*(?:(?:the|your) (?:problem|issue|concern|conflict|hardship|difficulty|trouble)|what (?:is|was) (?:that|it|this))[,.? ]*(?:sir|ma'am)?[.?]*$/
/** "Can you do that?" asks again for what was asked before; alone it asks for an undertaking. */
const asksSame = /\b(?:can|could|would|will|able to) (?:you )?(?:be able to )?do (?:that|so|it)\b/
const unable =
  /\byou (?:really |honestly |just |simply )?(?:could not|couldn't|cannot|can't|can not|(?:would|will|may|might) (?:not be able|be unable)|(?:wouldn't|won't) be able|(?:are|'re) (?:not able|unable|incapable)|(?:don't|do not) (?:think|believe|feel) (?:that |like )?you(?:'d| could| can| would)|(?:are|'re) not (?:sure|certain) (?:that |if |whether )?you|(?:have|had) (?:some |any )?(?:doubts?|reservations|concerns?) (?:about|as to|whether|that))|\byou(?:'re| are) (?:not able|unable|not sure)/
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
  const topic = readAskedTopic(form, text, isLong ? tail : '')
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
const readingTime =
  /\b(?:take your time|read (?:the|that|it|those|all|over|through)|look (?:at|over|through) the (?:list|names|screen|sheet|binder|page|exhibit)|list of names|binder|turn to (?:tab|page)|tab \d|think about it for a (?:minute|moment)|take a (?:minute|moment|look))\b/

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
const asksToAttend =
  /\b(?:weeks?|months?|days?|time off|be(?:ing)? here|get(?:ting)? here|com(?:e|ing) (?:back|here|in)|miss(?:ing)? (?:work|school|class(?:es)?)|your (?:employer|boss|schedule)|at work)\b/
const asksFairness =
  /\b(?:fair\w*|impartial\w*|open mind|verdict|laws?|evidence|decisions?|judg\w+|testimon\w*|witness(?:es)?|defendant|plaintiff|sides?|deliberat\w*|aside|feel\w*|opinions?|experience|photo\w*|happened|ago|about)\b/

const isHard =
  '(?:at all |ever |very |too |so |really |quite |a (?:little|bit) |kind of |extremely |particularly |more )*(?:hard(?:er)?|difficult|tough(?:er)?|impossible|challenging|problematic|uncomfortable|an? (?:problem|challenge|struggle|issue))\\b'
const wouldBe =
  "(?:(?:would|will|could|might|may|is|was|does|wouldn't|won't|isn't) (?:it|that|this)|(?:it|that|this)(?:'d|'ll|'s| would| will| could| might| may| is|(?: would| will| is) not| wouldn't| won't| isn't))"
const difficulty = new RegExp(
  [
    `\\b${wouldBe}(?: also| still| ever| just| not| really)?(?: be| become| get| feel| seem| going to be)? ${isHard}`,
    `\\bfind (?:it|that|this|yourself)(?: to be)? ${isHard}`,
    `\\b(?:makes?|made|making) it ${isHard}`,
    '\\b(?:would|will|might|do|could|are) you (?:be |still |ever |also )*(?:struggle|hesitate|fail|hesitant|reluctant|unwilling|doubt|have (?:a |an )?(?:hard|difficult|tough|rough) time|be hard pressed)\\b',
    "\\bdoubts? (?:about |as to |that |whether |in your mind )*(?:you(?:'d)?|your ability)\\b",
  ].join('|'),
)
/** "I know it's hard, but could you be fair?" asks for the undertaking after all. */
const askedAfterAll =
  /(?:[,;-]|\b(?:but|and|so|or|still|nevertheless|nonetheless)\b[^?]*?) ?(?:still )?\b(?:can|could|will|would|are) (?:you|each of you|everyone|everybody) \w/

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
