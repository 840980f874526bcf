import type { MoveInput } from '#contract/strikes/moves.ts'
import type { Db } from '#server/platform/db.ts'
import type { Context } from '#server/platform/route.ts'
import type { SeenStrike } from './strikes.access.ts'
import { lockJuror } from './strikes.panel.ts'
import type { StrikeRow } from '../strikes.table.ts'

/** What a move is given. The case's row is held. */
export type Moving = { tx: Db; context: Context; seen: SeenStrike; input: MoveInput; at: Date }

/** The columns that a move changes, and what follows once they are written. */
export type Moved = { change: Partial<StrikeRow>; after?: (written: StrikeRow) => Promise<unknown> }

export const numberOf = async ({ tx, seen }: Moving): Promise<string> =>
  (await lockJuror(tx, seen.inCase.id, seen.strike.jurorId)).jurorNumber
