import type { CompleteRationaleInput, RationaleItem, RationaleRegime } from '#contract/strikes/rationale.ts'
import { type Found, quotedRanges } from './rule.ts'

/** Reasons based on conduct are presumptively invalid in two states, and weak elsewhere without a second witness. */
export function conductItem(
  { demeanor, basis }: CompleteRationaleInput,
  found: readonly Found[],
  regimes: readonly RationaleRegime[],
): RationaleItem[] {
  const [first] = found
  if (!first && !basis.includes('demeanor_observed')) return []
  const at = {
    rule: 'conduct',
    words: first?.words ?? '',
    range: first ? { from: first.from, to: first.to } : null,
  }
  const what = first ? `“${first.words}”` : 'Demeanor'
  const isConfirmed = demeanor?.isConfirmed ?? false
  const isStateLaw = regimes.includes('ca_231_7') || regimes.includes('wa_gr37')
  if (isStateLaw) {
    const source = regimes.includes('ca_231_7') ? 'Cal. Code Civ. Proc. 231.7(g)' : 'Wash. Gen. R. 37(i)'
    return [
      isConfirmed
        ? {
            ...at,
            level: 'caution',
            sentence: `${what} was confirmed on the record. Also explain why it matters in this case.`,
            why: 'Reasons based on a juror’s conduct have historically been used to exclude groups, so the court asks how the conduct relates to the case.',
            source,
            verified: false,
          }
        : {
            ...at,
            level: 'presumptively_invalid',
            sentence: `${what} is an invalid reason here unless the court or opposing counsel corroborates it. Raise it on the record while the conduct can still be observed.`,
            why: 'Uncorroborated conduct is a presumptively invalid reason.',
            source,
            verified: false,
          },
    ]
  }
  const isSeenTwice = isConfirmed || Boolean(demeanor?.secondObserver.trim())
  if (isSeenTwice && demeanor?.hasTimecode) return []
  return [
    {
      ...at,
      level: 'caution',
      sentence: isSeenTwice
        ? `${what} is conduct without a recorded time. Note when it was observed.`
        : `${what} is conduct that only one person observed. Name a second observer, or have the court confirm it on the record.`,
      why: 'Demeanor the court didn’t see can’t be weighed later.',
      source: 'Snyder v. Louisiana, 552 U.S. 472 (2008)',
      verified: false,
    },
  ]
}

const quotedWordsMin = 3

export function missingItems(input: CompleteRationaleInput, regimes: readonly RationaleRegime[]): RationaleItem[] {
  const { text, quotes, unstruckAlike, kind, basis } = input
  if (text.trim() === '') return []
  const hasQuote =
    quotes > 0 ||
    quotedRanges(text).some(({ from, to }) => text.slice(from, to).trim().split(/\s+/).length >= quotedWordsMin)
  // Demeanor can't be quoted. The check for conduct reasons asks for a witness instead.
  const needsQuote = !hasQuote && !(basis.length > 0 && basis.every((each) => each === 'demeanor_observed'))
  const missing = { words: '', range: null }
  return [
    ...(needsQuote
      ? [
          {
            ...missing,
            rule: 'no_quote',
            level: 'caution' as const,
            sentence: 'The juror isn’t quoted. Attach the answer you rely on.',
            why: 'Courts compare the reason with the record. Misstating the record suggests pretext.',
            source: 'Flowers v. Mississippi (2019)',
            verified: true,
          },
        ]
      : []),
    ...(kind === 'peremptory' && unstruckAlike.length > 0 ? [createComparisonItem(unstruckAlike, regimes)] : []),
  ]
}

function createComparisonItem(numbers: readonly string[], regimes: readonly RationaleRegime[]): RationaleItem {
  const who = `${numbers.length === 1 ? 'Juror' : 'Jurors'} ${new Intl.ListFormat('en-US').format(numbers)}`
  const isCalifornia = regimes.includes('ca_231_7')
  return {
    rule: 'fits_unstruck',
    level: 'caution',
    words: '',
    range: null,
    sentence: `${who} said something similar and ${numbers.length === 1 ? 'has' : 'have'} not been struck. Explain the difference.`,
    why: isCalifornia
      ? 'A reason that also fits an unstruck juror from a different group is presumed invalid. Venire doesn’t know or ask which group a juror belongs to.'
      : 'Courts look first at a side-by-side comparison with jurors who were not struck.',
    source: isCalifornia ? 'Cal. Code Civ. Proc. 231.7(e)(13)' : 'Flowers v. Mississippi (2019)',
    verified: !isCalifornia,
  }
}
