const endsSentence = /(?:[.?!…—–-]|\.\))["'’”]*$/
const endsStrongly = /(?:[?!…—–-]|\. ?\. ?\.|\.\))["'’”]*$/
/** A final period, comma, semicolon, or colon, before any closing quotation marks. May be empty. */
const weakMark = /[.,;:]?(?=["'’”]*$)/
/** Without an opening mark, a final apostrophe belongs to its word. */
const weakMarkAfterApostrophe = /[.,;:]?(?=["”]*$)/
const opensSingly = /(?:^|[\s("“—])['‘]/

/** Quotes the words with the mark inside. Words with their own ending, such as “?”, keep it instead. */
export function endQuote(words: string, mark: ',' | '.' = '.'): string {
  const isEnded = (mark === '.' ? endsSentence : endsStrongly).test(words)
  return `“${isEnded ? words : words.replace(opensSingly.test(words) ? weakMark : weakMarkAfterApostrophe, mark)}”`
}

/** Returns a sentence's last words: “A,” “B,” and 4 more. */
export function endList(all: readonly string[], shownAtMost = all.length): string {
  const shown = all.slice(0, shownAtMost)
  const more = all.length - shown.length
  const quotes = shown.map((text, at) => endQuote(text, more === 0 && at === shown.length - 1 ? '.' : ','))
  return [...quotes, ...(more > 0 ? [`and ${more} more.`] : [])].join(' ')
}
