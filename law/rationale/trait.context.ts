import type { RationaleItem } from '#contract/strikes/rationale.ts'
import { clauseAround, quotedRanges } from './rule.ts'

/** Words after a trait that show it belongs to someone else. */
const othersAfter =
  /^(?:[ -](?!and|or|so|but|is|was|will|who|with|may|to)[\w’'-]+)?[ -](?:victims?|defendants?|officers?|plaintiffs?|attorneys?|lawyers?|witness(?:es)?|judges?|neighbors?|boss(?:es)?|co-?workers?|doctors?|suspects?|drivers?|supervisors?|employees?|tenants?|employers?|robbers?|people|patients?|customers?|clients?|students?|politicians?|candidates?|couples?|discrimination|harassment|bias|justice|slurs?|jokes?|profiling|issues?|tensions?|inequality|rights|groups?|communit(?:y|ies)|famil(?:y|ies)|workers?|labor|policy|churches|schools?)\b/i
const attitudeBefore =
  /\b(?:bias(?:ed)?|prejudic\w*|against|slurs?|racis[mt]|sexis[mt]|stereotyp\w*|hates?|hatred|hostile to(?:ward)?s?|dislikes?|discriminat\w*|comments? about|jokes? about|remarks? about|negative (?:views?|feelings?|opinions?) (?:of|about|toward)|uncomfortable (?:around|with)|favor(?:s|ed)?|partial to|views? on|opinions? (?:on|about)|trust(?:s|ed)?|distrust\w*|believe|unfair to|fair to|sympath\w+ (?:to|for|with))\b[^,]*$/i
/** Words before a trait that show the author is describing the juror. */
const ownBefore =
  /\b(?:he|she|they|who|juror \S+)(?:[’']s| is| was| are| were)(?: also| both| very| too| an?| the only| just)* ?$/i
const deniedBefore =
  /\b(?:not|never|no|nothing to do with|regardless of|irrespective of|without regard to|rather than|unrelated to|instead of)\b[^,]{0,25}$/i
const deniedAfter =
  /^[^,]{0,15}\b(?:played no|was not|is not|isn[’']t|wasn[’']t|had nothing|has nothing|had no part|does not matter|plays no)\b/i

const softened = (sentence: string, why: string, item: RationaleItem): RationaleItem => ({
  ...item,
  level: 'caution',
  sentence: sentence.replace('{words}', item.words),
  why,
})

/** Lowers the item to a caution if the trait is quoted, denied, or someone else's. */
export function traitContext(text: string, item: RationaleItem): RationaleItem {
  if (item.level !== 'protected_trait' || item.range === null) return item
  const { from, to } = item.range
  if (quotedRanges(text).some((quote) => from >= quote.from && to <= quote.to)) {
    return softened(
      'The quote names a trait (“{words}”). Make clear that the reason is what the juror would do, not who the juror is.',
      'Someone who hears the quote may take the trait as the reason.',
      item,
    )
  }
  const { before, after } = clauseAround(text, item.range)
  if (ownBefore.test(before)) return item
  if (deniedBefore.test(before) || deniedAfter.test(after)) {
    return softened(
      'Leave out “{words}”. A reason doesn’t need to say what it is not.',
      'A denial needlessly puts the trait on the record.',
      item,
    )
  }
  if (othersAfter.test(after) || attitudeBefore.test(before)) {
    return softened(
      '“{words}” seems to be something the juror talked about, not who the juror is. Quote the answer so no one can misread it.',
      'Naming the trait could make it look like the reason for the strike.',
      item,
    )
  }
  return item
}
