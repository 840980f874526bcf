const gap = String.raw`\s,;:|.()#–—-`
const word = `[^${gap}]*`
const leadingNumber = new RegExp(
  String.raw`^(?:[${gap}]|(?:prospective|seat|chair|juror|panelist|number|no)\b)*((?:\p{L}{1,2}-)?${word}\d${word}(?:-${word}\d${word})*)`,
  'iu',
)

export type JurorLine = { numbers: string[]; rest: string }

/** Reads the numbers at the start of a line, such as "21. Ann Hill", "Juror No. 21", or "Seat 1: Juror 31". */
export function readJurorLine(line: string): JurorLine {
  const numbers: string[] = []
  let rest = line
  while (numbers.length < 3) {
    const found = leadingNumber.exec(rest)
    if (!found) break
    numbers.push(found[1] ?? '')
    rest = rest.slice(found[0].length)
  }
  return { numbers, rest: numbers.length > 0 ? rest.replace(/^[\s,;:|.)–—-]+/, '').trim() : line.trim() }
}
