/** How figures are said: "2,405" and "1998" and "3rd" as the words a speaker may use, most likely first. */

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ['', '', ...'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')]
const scales: [number, string][] = [
  [1_000_000_000_000, 'trillion'],
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1000, 'thousand'],
  [100, 'hundred'],
]
const ordinals: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}
/** Above this a figure is an account number or a docket, and read digit by digit. */
const largest = 1e15

/** A whole number in words: 405 is "four hundred five". */
export function sayNumber(value: number): string {
  if (value < 20) return ones[value] ?? ''
  if (value < 100) return [tens[Math.floor(value / 10)], value % 10 === 0 ? '' : ones[value % 10]].join(' ').trim()
  for (const [scale, name] of scales)
    if (value >= scale) {
      const rest = value % scale
      return `${sayNumber(Math.floor(value / scale))} ${name}${rest === 0 ? '' : ` ${sayNumber(rest)}`}`
    }
  return ''
}

/** The last word of a spoken number as an ordinal: "twenty one" is "twenty first". */
function makeOrdinal(spoken: string): string {
  return spoken.replace(
    /\w+$/,
    (last) => ordinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  )
}

const sayDigits = (digits: string): string =>
  digits
    .split('')
    .map((digit) => (digit === '0' ? 'oh' : ones[Number(digit)]))
    .join(' ')

/** Pairs, as years, houses and docket numbers are read: 1998 "nineteen ninety eight", 405 "four oh five". */
function sayPairs(digits: string): string {
  const head = digits.slice(0, -2)
  const [a, b] = [digits.at(-2) ?? '', digits.at(-1) ?? '']
  if (a === '0' && b === '0') return `${sayNumber(Number(head))} hundred`
  return `${sayNumber(Number(head))} ${a === '0' ? `oh ${ones[Number(b)]}` : sayNumber(Number(a + b))}`
}

/** The ways in which a run of digits may be said, most likely first. */
function sayRun(digits: string): string[] {
  const value = Number(digits)
  if (digits.startsWith('0') || value >= largest) return [sayDigits(digits)]
  const plain = sayNumber(value)
  if (digits.length === 3) return [plain, sayPairs(digits), plain.replace('hundred ', 'hundred and ')]
  if (digits.length === 4)
    return value % 1000 < 100 && value < 3000 ? [plain, sayPairs(digits)] : [sayPairs(digits), plain]
  return digits.length > 4 ? [plain, sayDigits(digits)] : [plain]
}

/** The ways in which a figure of a transcript may be said: `$1,200`, `4:30`, `3rd`, `50%`, `2.5`. Empty where it is no figure. */
export function sayFigure(text: string): string[] {
  const match = /^(\$?)(\d[\d,]*)(?:([.:])(\d+))?(st|nd|rd|th|s|%)?$/i.exec(text)
  if (!match) return []
  const [, currency, whole = '', mark, fraction = '', suffix = ''] = match
  const digits = whole.replaceAll(',', '')
  const main = whole.includes(',') ? [sayNumber(Number(digits))] : sayRun(digits)
  return main.map((spoken) => {
    let said = spoken
    if (mark === ':')
      said += /^0+$/.test(fraction)
        ? " o'clock"
        : fraction.startsWith('0')
          ? ` oh ${sayRun(fraction.slice(1))[0]}`
          : ` ${sayRun(fraction)[0]}`
    else if (mark === '.')
      said += currency ? ` dollars and ${sayNumber(Number(fraction))} cents` : ` point ${sayDigits(fraction)}`
    if (currency && mark !== '.') said += said === 'one' ? ' dollar' : ' dollars'
    if (suffix === '%') return `${said} percent`
    if (suffix.toLowerCase() === 's') return said.endsWith('y') ? `${said.slice(0, -1)}ies` : `${said}s`
    return suffix === '' ? said : makeOrdinal(said)
  })
}
