import type { BoardJuror } from '#contract/strikes.board.ts'

const outStatuses = new Set<BoardJuror['status']>([
  'excused_hardship',
  'struck_cause',
  'struck_peremptory_us',
  'struck_peremptory_them',
  'excused_other',
  'no_show',
  'dismissed',
])
/** Struck, excused or released: no longer on the panel. */
export const isOut = ({ status }: Pick<BoardJuror, 'status'>): boolean => outStatuses.has(status)
