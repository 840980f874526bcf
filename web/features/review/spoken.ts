import type { SeatedJuror } from '#contract/jurors/seats.ts'
import { jurorKey } from '#contract/jurors/key.ts'
import type { JurorSummary } from '#contract/jurors/jurors.ts'

type Said = { jurorNumber: string | null; seat: number | null }

/** The juror whom a spoken number, or a seat of this session, may mean, if the case has one. */
export function findJuror<J extends Pick<JurorSummary, 'id' | 'jurorNumber'>>(
  { jurorNumber, seat }: Said,
  jurors: readonly J[],
  seats: readonly SeatedJuror[],
): J | null {
  if (jurorNumber === null) {
    const taken = seats.find((each) => each.seat === seat)
    return jurors.find(({ id }) => id === taken?.jurorId) ?? null
  }
  const exact = jurors.find((each) => each.jurorNumber === jurorNumber)
  return exact ?? jurors.find((each) => jurorKey(each.jurorNumber) === jurorKey(jurorNumber)) ?? null
}
