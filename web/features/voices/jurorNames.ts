import { findJuror, type SeatedJuror } from '#contract/jurors/seats.ts'
import { certainFrom, type JurorStretch } from '#contract/speakers/proposals.ts'

type Juror = { id: string; jurorNumber: string }
export type JurorName = {
  key: string
  stretch: JurorStretch
  jurorNumber: string
  /** False if naming would add the juror to the case. */
  isKnown: boolean
  isCertain: boolean
}

/**
 * Finds the juror named in each stretch. A number that isn't on the panel may have been misheard, so that name is
 * marked as uncertain.
 */
export function listNames(
  stretches: readonly JurorStretch[],
  jurors: readonly Juror[],
  seats: readonly Pick<SeatedJuror, 'seat' | 'jurorId'>[],
): JurorName[] {
  return stretches.flatMap((stretch) => {
    const juror = findJuror(stretch, jurors, seats)
    const jurorNumber = juror?.jurorNumber ?? stretch.jurorNumber
    if (jurorNumber === null) return []
    const isCertain = stretch.confidence >= certainFrom && (juror !== null || jurors.length === 0)
    return [{ key: `${stretch.label} ${stretch.fromTurn}`, stretch, jurorNumber, isKnown: juror !== null, isCertain }]
  })
}
