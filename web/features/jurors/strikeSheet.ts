import type { SeatedJuror } from '#contract/jurors/seats.ts'
import { jurorKey } from '#contract/jurors/key.ts'
import { readJurorLine } from '#contract/jurors/lines.ts'

type Panelist = { id: string; number: string }

export type StrikeSheetReading = {
  places: SeatedJuror[]
  /** Lines that don't name a juror in the case, or that name a juror who can't be seated. */
  unknown: string[]
  repeated: string[]
  outside: string[]
}

/**
 * Reads one juror per line. If every line has a second number and most pairs name a seat and a juror, reads lines as
 * "seat, juror". Otherwise, jurors are in seat order. Ignores names and other text after the numbers.
 */
export function readStrikeSheet(text: string, jurors: readonly Panelist[], seats: number): StrikeSheetReading {
  const byKey = new Map(jurors.map((juror) => [jurorKey(juror.number), juror]))
  const find = (word: string | undefined) => (word === undefined ? undefined : byKey.get(jurorKey(word)))
  const filled = text
    .split(/\r?\n/)
    .filter((line) => /\d/.test(line))
    .map((line) => ({
      line: line.trim(),
      words: readJurorLine(line).numbers.flatMap((number) => (find(number) ? [number] : number.split('-'))),
    }))
  const isPairs =
    filled.length > 0 &&
    filled.every(({ words: [seat = ''] }) => /^\d+$/.test(seat)) &&
    filled.filter(({ words: [seat, second] }) => Number(seat) <= seats && find(second)).length * 2 > filled.length &&
    filled.every(({ words: [, second] }) => second !== undefined && /\d/.test(second))
  const found: StrikeSheetReading = { places: [], unknown: [], repeated: [], outside: [] }
  const taken = { jurors: new Set<string>(), seats: new Set<number>() }
  for (const [at, { line, words }] of filled.entries()) {
    const seat = isPairs ? Number(words[0]) : at + 1
    const juror = find(words[isPairs ? 1 : 0])
    if (!juror) found.unknown.push(line)
    else if (seat < 1 || seat > seats) found.outside.push(line)
    else if (taken.jurors.has(juror.id) || taken.seats.has(seat)) found.repeated.push(line)
    else {
      found.places.push({ seat, jurorId: juror.id })
      taken.jurors.add(juror.id)
      taken.seats.add(seat)
    }
  }
  return found
}
