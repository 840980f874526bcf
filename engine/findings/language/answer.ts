/** What an answer commits to: yes or no, how firmly, or nothing at all. */
import type { HedgeLevel } from '#contract/findings/findings.ts'
import { foldText, splitWords } from './sentences.ts'

export type Answer = {
  /** The folded words. */
  text: string
  polarity: 'yes' | 'no' | null
  hedge: HedgeLevel | null
  /** True where nothing is answered: silence, a greeting, a number, a request to repeat, the question again. */
  empty: boolean
  /** True where the juror asks for the question again or does not follow it. */
  clarifies: boolean
  /** Words beyond the yes or no and its courtesies. */
  contentWords: number
}

const yes =
  /^(?:(?:oh|well|um|uh|so|i think|i would say|i'd say|i guess(?! so)(?=,? [a-z])|i believe|i suppose(?! so)(?=,? [a-z])|probably|actually|honestly|like i said|no|to be honest|truthfully|maybe|sure|i mean),? )*(?:yes|yeah|yep|yup|yea|ya|sure|absolutely|certainly|definitely|correct|right|of course|uh-huh|mm-hmm|mhm|i do|i can|i could|i would|i will|i have|i am|i think so|i believe so|i guess(?: so)?|i suppose(?: so)?|it would|it does|it is|it might|it could|it may|that's (?:right|correct|true|fair)|exactly|true|affirmative|i agree|oui|si|very much(?: so)?|probably|most likely|likely|possibly|maybe|perhaps|somewhat|kind of|sort of|a little|a bit|i might|i may|i'd try|i'll try|i would try|i hope so|no doubt|no problem|no question|you have my word|100 percent|a hundred percent|one hundred percent|without (?:a )?(?:question|doubt|hesitation)|for sure|pretty much|more or less|i promise|plenty|a lot|lots|heavily|quite a bit|especially|it has(?: to)?|it did|(?:they|he|she|it|there|that|this|you|we|some|most|many|mine|i still|i|that's what i) (?:do|does|did|is|are|was|were|would|will|can|could|should|have|has|had)(?= ?(?:[,.!?;-]|$|sir|ma'am|your honor|yes|too|so))|(?:i'd |i would |i )?agree|i'd (?:say (?:so|that)|agree|go along)|(?:that's|that is|it's|that would be|that'd be|sounds) (?:fine|okay|ok|all right|reasonable|fair enough|fair to say|what i (?:think|believe|feel|said|meant)|how i (?:feel|see it)|it|me)|you(?:'ve| have)? (?:have|got|heard) (?:it|me|that) (?:right|correctly)|i (?:still )?(?:stand by|hold to|stick (?:by|with)) (?:it|that|them)|(?:generally|usually|mostly|always|often|typically|nearly always|almost always|most (?:of the time|times)|every time)|me\b(?=[,.!]|$)|(?:i'd|i would|i'm|that'd) be (?:one|me)|i'm one(?= of|[,.!]|$))(?!\w)(?!'t| not\b| never\b)/
const no =
  /^(?:(?:oh|well|god|gosh|lord|heck|probably|maybe|perhaps|possibly|most likely|more than likely|i suppose|um|uh|so|honestly|actually|i think|i would say|i'd say|i guess|sorry|sir|to be honest|truthfully|i mean|yeah|i'm sorry),? )*(?:no\b(?! (?:doubt|problem|question|one))|nope|nah|not\b(?! (?:only|just|to mention|sure|an? (?:problem|issue)))|never|none|i (?:can't|cannot|don't|couldn't|wouldn't|won't|would not|could not|can not|do not|will not|have not|haven't|am not)\b|i'm not\b|i don't (?:think|believe) so|it (?:wouldn't|would not|doesn't|won't|isn't|does not|shouldn't)|that (?:wouldn't|won't|doesn't)|negative|none\b|disagree|i(?:'d| would)? disagree|not (?:me|i|always|usually|generally)\b|(?:they|he|she|it|there|that|mine|people|some|we) (?:don't|doesn't|didn't|isn't|aren't|wasn't|weren't|wouldn't|won't|can't|couldn't|shouldn't)(?= ?(?:[,.!?;-]|$|sir|ma'am))|absolutely not|definitely not|of course not|i doubt it|no way|nothing)\b/
/** The yes or no may come last: "Of that kind of person, yes." */
const closing =
  /[,.;?-] ?(?:and |but |so )?(yes|no|maybe|possibly|probably|perhaps|somewhat)[,.]?(?:,? (?:i|it|that|they|there|he|she) (?:can|could|would|will|do|does|am|is|are|have|can't|couldn't|wouldn't|won't|don't|doesn't))?[,. ]*(?:sir|ma'am|your honor|judge)?[.!]*$/
const refusal =
  /\b(?:i (?:can't|cannot|can not|won't|will not|couldn't|could not)(?! (?:think of|complain|remember|recall|say i|hear))|i (?:wouldn't|would not) be able|i'm (?:not able|unable)|no way i|absolutely not|there's no way|i don't (?:think|believe) i (?:can|could|would be able)|i don't (?:think|believe) so|i refuse|not able to|impossible for me|i doubt (?:it|i|that i))\b/
const weak =
  /\b(?:try(?:ing)?|hope(?:fully)?|guess|suppose|probably|maybe|perhaps|might|possibly|do my best|my best|not (?:a hundred percent |completely |totally |entirely )?sure|don't know|more or less|i'd like to|would like to think|like to think|want to|wish|kind of|sort of|depends?|depending|can't promise|no promises|can't guarantee|hard to say|most likely|somewhat|a little|a bit|we'll see|in theory|ideally|as much as|as best|in the back of my mind|struggle|should be|i'd have to see|to some (?:extent|degree)|for the most part|pretty much)\b/
const soft =
  /\b(?:i (?:do )?(?:think|believe|feel|imagine|would think|would say|would imagine|expect)|i'd (?:think|say)|i'm pretty|pretty (?:sure|much)|fairly|as far as i|to the best|likely|should|i don't (?:think|believe|see why|see))\b/
const clarify =
  /^(?:(?:i'm |i am )?sorry(?:\?|,? (?:what|could|can|say|i (?:didn't|missed|don't)).*)|pardon(?: me)?\??|excuse me\??|what\??|what was (?:that|the question).*|what's the (?:problem|issue)\?|huh\??|say (?:that|it) again.*|come again\??|(?:can|could|would|will) you (?:please )?(?:repeat|say|rephrase|explain).*|(?:i )?(?:didn't|don't|couldn't|can't) (?:quite )?(?:hear|understand the question|catch|get).{0,30}(?:question|that|you|it)\W*|repeat (?:that|the question|it).*|(?:sorry,? )?i didn't (?:quite )?(?:hear|catch) .{0,40}|(?:wait,? )?(?:which|what) \w+\?|what do you mean.*|me\?|i'm sorry\??)$/
const pleasantry =
  /^(?:(?:yes|no|okay|ok|hi|hello|good (?:morning|afternoon|evening|day)|thank you|thanks|you too|sure|all right|alright|sir|ma'am|your honor|judge|how are you|i'm (?:okay|good|fine|well|great)|fine|good|well|and you|very much|so much|have a (?:good|nice|great) (?:day|one|evening|weekend)|you're welcome|here|present|bye|goodbye|i appreciate it|appreciate it|nice to meet you|number|juror|no\.?|seat|my|name|is|it's|i'm|[0-9]+|name redacted|sorry|excuse me)[,.!?; -]*)+$/
const courtesy =
  /^(?:yes|yeah|yep|no|nope|sir|ma'am|your|honor|judge|i|it|that|do|did|can|could|would|will|does|is|am|think|believe|so|not|really|at|all|okay|well|oh|absolutely|definitely|correct|right|sure|certainly|they|there|agree|disagree|thank|you|sorry|uh-huh|probably|maybe|guess|suppose|hope|try|course|of|exactly|i'd|i'm|just|honestly|yes-|wouldn't|won't|doesn't|don't|can't|couldn't|cannot|to|the|a|be|was|say|very|much|pretty|there|my|best|that's|most|likely|perhaps|possibly|god|true|exactly)$/

/** True where a question in return gives the question back: most of its words. */
function echoes(words: readonly string[], asked: readonly string[]): boolean {
  const own = words.filter((word) => asked.includes(word) || /^(?:i|me|my|would|do|can|am)$/.test(word))
  return words.length >= 3 && own.length >= words.length * 0.7
}

const asksStrength = /\bstrong(?:ly)?\b|\bfirmly\b|\bscale (?:of|from)\b|\bone to ten\b/
const strong =
  /^(?:(?:oh|well|um|uh|so|i'd say|i would say|i think|it's|they're|they are|it is|probably|yes|like|about|a|an),? )*(?:(?:pretty|very|quite|extremely|fairly|really|most) )*(?:strong(?:ly)?|firm(?:ly)?|deep(?:ly)?|very|extremely|eight|nine|ten|[89]|10|all my life)\b/

/** Reads an answer; `question` is the raw question, used to recognise an echo and a question for how strong a feeling is. */
export function readAnswer(raw: string, question: string): Answer {
  const text = foldText(raw)
  const asked = foldText(question)
  const spoken = text.replace(/\[[^\]]*\]/g, ' ').trim()
  const words = splitWords(spoken)
  const repeated = spoken.endsWith('?') ? splitWords(asked) : null
  const clarifies = clarify.test(spoken)
  const contentWords = words.filter((word) => !courtesy.test(word)).length
  const polarity = readPolarity(spoken, asked)
  // "Yes" and "No" are answers although they are courteous; "Thank you" is not.
  const empty =
    words.length === 0 ||
    clarifies ||
    collective.test(raw.trim()) ||
    (polarity === null && pleasantry.test(spoken)) ||
    (repeated !== null && echoes(words, repeated))
  return empty
    ? { text, polarity: null, hedge: null, empty, clarifies, contentWords }
    : { text, polarity, hedge: readHedge(spoken, polarity), empty, clarifies, contentWords }
}

/** "(Collectively) Yes.": many voices are nobody's own words. */
const collective = /^\(.*\)\W*$|^\((?:collectively|in unison|all|several|jurors|panel)\b[^)]*\)/i

/** Yes where both are said ("No, I would"), except for a "No, I can't". */
function readPolarity(spoken: string, asked: string): Answer['polarity'] {
  const opensYes = yes.test(spoken)
  const opensNo = no.test(spoken)
  const last = opensYes || opensNo ? undefined : closing.exec(spoken)?.[1]
  const agrees = opensYes || (last !== undefined && last !== 'no') || (strong.test(spoken) && asksStrength.test(asked))
  if (agrees) return deniedYes.test(spoken) ? 'no' : 'yes'
  return opensNo || last === 'no' ? 'no' : null
}
const deniedYes = /^(?:(?:oh|well),? )?no[, ]+(?:i (?:can't|cannot|don't|wouldn't|couldn't))/

function readHedge(spoken: string, polarity: Answer['polarity']): HedgeLevel | null {
  if (weak.test(spoken) && !/\bi'd want the (?:state|government)\b/.test(spoken)) return 'weak'
  if (polarity !== 'yes' && refusal.test(spoken)) return 'refusal'
  if (soft.test(spoken)) return 'soft'
  return polarity === null ? null : 'firm'
}
