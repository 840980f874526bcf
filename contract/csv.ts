const separators = ['\t', ',', ';'] as const

/**
 * Parses CSV (RFC 4180) or cells pasted from a spreadsheet. Accepts malformed quotes and skips empty rows. See
 * docs/decisions/0009.
 */
export function parseCsv(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const separator = findSeparator(plain)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at <= plain.length; at += 1) {
    const char = plain[at]
    if (isQuoted && char !== undefined) {
      if (char !== '"') cell += char
      else if (plain[at + 1] === '"') cell += plain[(at += 1)]
      else isQuoted = false
    } else if (char === '"' && cell.trim() === '') [isQuoted, cell] = [true, '']
    else if (char === separator || char === '\n' || char === undefined) {
      row.push(cell)
      cell = ''
      if (char === separator) continue
      if (row.some((each) => each.trim() !== '')) rows.push(row)
      row = []
    } else cell += char
  }
  return rows
}

function findSeparator(text: string): string {
  const [line = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split('\n')
  const counts = separators.map((each) => line.split(each).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}
