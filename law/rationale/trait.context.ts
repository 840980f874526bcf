import type { RationaleItem } from '#contract/strikes/rationale.ts'
import { clauseAround, joinAlternatives, quotedRanges } from './rule.ts'
import { attitudes, denialsAfter, denialsBefore, otherPeople, traitTopics } from './trait.words.data.ts'

/** Allows at most one word between the trait and what it describes. */
const between = String.raw`(?:[ -](?!and|or|so|but|is|was|will|who|with|may|to)[\w’'-]+)?`
const othersAfter = new RegExp(`^${between}[ -]${joinAlternatives(...otherPeople, ...traitTopics)}\\b`, 'i')
const attitudeBefore = new RegExp(`\\b${joinAlternatives(...attitudes)}\\b[^,]*$`, 'i')
/** Words before a trait that show the author is describing the juror. */
const ownBefore =
  /\b(?:he|she|they|who|juror \S+)(?:[’']s| is| was| are| were)(?: also| both| very| too| an?| the only| just)* ?$/i
const deniedBefore = new RegExp(`\\b${joinAlternatives(...denialsBefore)}\\b[^,]{0,25}$`, 'i')
const deniedAfter = new RegExp(`^[^,]{0,15}\\b${joinAlternatives(...denialsAfter)}\\b`, 'i')

const softened = (sentence: string, why: string, item: RationaleItem): RationaleItem => ({
  ...item,
  level: 'caution',
  sentence: sentence.replace('{words}', item.words),
  why,
})

/** Downgrades the item to a caution if the trait is quoted, denied, or someone else's. */
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
