/** Of those that captions hold; every sign may also stand there by its number. */
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
  quot: '"',
  apos: "'",
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
}

/**
 * "don&#39;t" and "don&#x27;t" as "don't": left as they are they would stand in quotes, and no rule would read the
 * denial. What is no entity stays.
 */
export const readEntities = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      const isSign = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      return isSign ? String.fromCodePoint(code) : ' '
    },
  )
