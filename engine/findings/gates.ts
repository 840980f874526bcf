/** What takes the force out of words: another's opinion, a quotation, a closed past, a solved problem, a joke, a hypothesis. */
import type { Question } from './language/question.ts'
import { splitClauses, splitSentences } from './language/sentences.ts'

const blank = (text: string, from: number, to: number) => text.slice(0, from) + ' '.repeat(to - from) + text.slice(to)

/** Words in quotation marks after a verb of saying are somebody else's, or an example; they are blanked out in place. */
function withoutQuotes(folded: string): string {
  let text = folded
  for (const match of folded.matchAll(/"[^"]{2,}"|(?<=[\s,])'(?=[a-z])[^"]{8,}?[.?!]'/g))
    text = blank(text, match.index, match.index + match[0].length)
  return text
}

const otherVoice =
  /\b(?:(?:my|his|her|the|a|some|our|most|this|that|one|every|an old) (?:(?!i\b|we\b)[a-z'-]+ ){0,3}?(?!boss|supervisor|manager|employer|doctor|i\b|i'|we\b)[a-z'-]+|they|he|she|people|folks|somebody|someone|everybody|you|(?:one|some|another|most|all|none|both|each) of (?:them|the [a-z]+|my [a-z]+)|another one|(?:he|she|they|who)'(?:ll|d))(?: all| always| just| also| only| both| kind of| really| used to)? (?:say|says|said|saying|go(?:es)? on (?:about|for)|tell you|told|tells|thinks?|thought|believes?|feels?|figures?|claims?|claimed|jok(?:es|ed)|hates?|loves?|swears?|worr(?:y|ies)|used to (?:say|tell)|doesn't (?:trust|like|believe|want)|don't (?:trust|like|believe)|can't stand|won't (?:go|believe|trust)|would (?:say|tell)|going around saying|hear (?:folks|people|them) say)\b|\byou(?:'ll)? hear (?:folks|people|it|them|that)|\bclaim was\b/
const ownVoice = /\b(?:i|i'd|i'm|i've|i'll|me|myself|we|we're|we've)\b/
const joke =
  /\(laugh(?:ter|s|ing)?\)|\blaughter\b|\b(?:just |only )?(?:kidding|joking|i joke)\b|\bha(?:[ ,]*ha)+\b|,? ha[.!]?$/
const disclaimed =
  /\b(?:not me|not mine|that's (?:him|her|them)|that was (?:him|her|them)|i (?:don't|do not|didn't) (?:share|agree|mind|believe (?:that|it|any|in that)|think (?:that|so)|have that|feel that way|know enough)|i(?:'m| am) (?:okay|fine|good|not like that)|it's fine(?: with me)?|fine with me|i(?:'ve| have) never had a (?:reason|problem)|i can\.?$|we'll (?:manage|be fine)|i walked away|i told (?:her|him|them) to stop|i took no|couldn't tell you|just (?:her|his|their) saying|i never (?:believed|agreed|thought))\b/
const closed =
  /\b(?:behind (?:me|us)|over and done|long gone|ancient history|all (?:settled|healed|better|over|good now)|healed(?: up)?|(?:doctor )?released me|not any ?more|no longer|never think about it|don't (?:even )?think about it|came and went|got over it|i'm over it|we already (?:took|did|went|had)|already (?:over|happened|finished|took|passed|went)|finished (?:them|it|that|last)|(?:he|she|they) passed|it's over|that's over|water under the bridge|in the past|moved on|no hard feelings|(?:hadn't|haven't|don't|didn't) (?:really |even |honestly )?(?:thought|think|carry|carried|hold) (?:about it|on to|anything)|nothing (?:i'd|i would|that i'd|i) (?:carry|hold|bring)|nothing but good|nothing to do with (?:how|what|this)|shook hands|tell that story at parties|put (?:it|that) behind|years ago.*(?:fine|fully|completely|closed|done)|i used to\b.*\b(?:but|not)\b)/
const solved =
  /\b(?:(?:they|he|she|boss|company|employer|job|work|it|union|office) (?:still |will |would |does |do |already |also )?(?:keeps? paying|pays? (?:me|my full|full|for (?:it|jury))|covers? (?:it|me|my pay))|full (?:salary|pay)|i(?:'d| would|'ll|'m| am)? (?:still )?(?:be |get |getting )?paid(?! by| hourly| in| for)|they'd pay me|(?:can|could|will|would|'ll|they'd) (?:find|get|have|send|call)? ?(?:somebody|someone|a temp|a sub(?:stitute)?|anyone)|there's (?:somebody|someone|others|other people)|already (?:cleared|worked|rescheduled|taken care|arranged|moved|settled|covered)|i(?:'ve)? (?:already )?(?:moved|rescheduled|cancel+ed|changed|postponed) (?:it|that|the|my)|(?:no|not a|isn't a|any|wouldn't be a|won't be a) (?:problem|trouble|issue|hardship|conflict|burden)|(?:that's|it's|i'm|we're|they're|everything's?|everything was|would be|that'd be) (?:all )?(?:fine|okay|ok|good|covered|comfortable|taken care of)|nothing (?:that|like|in|to)|can (?:watch|take care|cover|do it|move|help|handle)|handles everything|got the refund|taken care of|until (?:after|september|october|november|december|january)|don't leave until|wouldn't hurt|in (?:good|great) shape|(?:put off|pushed back|moved back|postponed) (?:to|until|till)|(?:don't|doesn't) have (?:that|it|the [a-z]+) (?:any ?more|any longer)|it turns out .{0,40}(?:do pay|does|pays?|can|will)|crossed (?:that|it) out|worked (?:itself|it) out|has the kids|i can (?:move|reschedule|change)|don't have any (?:trips?|hardships?|problems?|medical|travel))\b/
const stillHard =
  /\b(?:but|except|however|although|problem is|unfortunately|still can't|not paid|only paid|no backup)\b/
const unknowing =
  /\b(?:(?:don't|do not|didn't|never|haven't|have not|hasn't|no one|nobody|none|not|no) .{0,28}(?:know (?:any|of any|anyone|anybody|them|him|her|about)|heard|seen|read (?:anything|or|about)|been (?:arrested|on|in|a|the)|victim|served|anything about|opinions?|feelings?|view on it|idea)|not that i know|never heard|no (?:opinions?|feelings?|idea|views?)|never have\b)/
/** "No feelings on it at all": says that there is nothing to say. */
const indifferent =
  /\b(?:(?:no|don't (?:really )?have (?:any|an|a)|haven't (?:any|got an)) (?:real |strong |particular )?(?:feelings?|opinions?|views?|thoughts?|preference)|(?:don't|do not) (?:really )?(?:feel|care|think) (?:one way|either way|anything|much)|one way or the other|never (?:really )?(?:thought|gave it)|neutral (?:about|on|on that))\b/
const hypothetical =
  /\b(?:suppose|imagine|hypothetical(?:ly)?|let's say|say (?:a|you|that|there|somebody|the)\b.{3,}|what if|example|if (?:you|your|the vote|somebody|someone|a person) (?:were|was|got|get|won|had|broke|weren't|couldn't)|what would happen if|hit by|lottery)\b/

const ownOpening = /^(?:i|i'd|i'm|i've|we|because i|and i|but i)\b/
/** "… that they are all crooks, and that it is fixed, and every judge was bought": no word of the teller's own. */
const goesOn =
  /^(?!.*\b(?:i|i'd|i'm|i've|i'll|me|my|mine|we|our|us)\b)(?:and |or |that |how |he|she|they|the|it|everybody|every|nobody|all|people|just)/

export type Gates = {
  /** The words that are left to judge, in place. */
  text: string
  /** Nothing at all may fire. */
  silent: boolean
  noHardship: boolean
  noBias: boolean
  noDisclosure: boolean
}

/** Reads the whole answer; what is another's opinion is blanked out, the rest is switched off as far as the words say so. */
export function readGates(folded: string, question: Question): Gates {
  const unquoted = withoutQuotes(folded)
  const unreported = withoutReports(unquoted)
  const own = unreported ?? unquoted
  const isClosed = closed.test(folded)
  return {
    text: own,
    silent:
      joke.test(folded) ||
      isIndifferent(folded) ||
      isHypothetical(question) ||
      (disclaims(folded) && (unreported !== null || /^(?:my|he|she|they|the|his|her)\b/.test(folded))) ||
      !/[a-z]/.test(own),
    noHardship: (solved.test(folded) && !stillHard.test(folded)) || isClosed,
    noBias: isClosed && !/\b(?:still|affect|can't|couldn't|wouldn't|hard)\b/.test(folded),
    noDisclosure: (unknowing.test(folded) || isClosed) && folded.length < longestDenial,
  }
}
/** Who goes on for longer than so many letters has something to disclose after all. */
const longestDenial = 140

/** The text with what others say or think blanked out in place; null where nobody else is reported. */
function withoutReports(folded: string): string | null {
  let text = folded
  let isReported = false
  for (const sentence of splitSentences(folded)) {
    let goesOnReporting = false
    for (const clause of splitClauses(sentence)) {
      const reported = ownOpening.test(clause.text) ? null : otherVoice.exec(clause.text)
      // What follows "says" is theirs to the end of the clause, even where it says "I"; and a list of what was said goes on.
      const isTheirs = reported !== null && !ownVoice.test(clause.text.slice(0, reported.index))
      goesOnReporting = isTheirs || (goesOnReporting && goesOn.test(clause.text))
      if (!goesOnReporting) continue
      text = blank(text, clause.from, clause.to)
      isReported = true
    }
  }
  return isReported ? text : null
}

const disclaims = (folded: string): boolean =>
  disclaimed.test(folded) &&
  !stillHard.test(folded.replace(/^.*\bbut\b/, (head) => (disclaimed.test(folded.slice(head.length)) ? '' : head)))

const isIndifferent = (folded: string): boolean =>
  indifferent.test(folded) && !/\b(?:but|except|fair|impartial|both|evidence|bias)\b/.test(folded)

const isHypothetical = ({ text, topic }: Question): boolean =>
  hypothetical.test(text) && topic !== 'undertaking' && topic !== 'impairment' && topic !== 'lean'
