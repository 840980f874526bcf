import { type JurorStatus, liveJurorStatuses } from '#contract/jurors/jurors.ts'

/** Who may still reach the jury, and who has reached it. */
const onPanel: readonly JurorStatus[] = [...liveJurorStatuses, 'selected', 'alternate']

/** Struck, excused or released: no longer on the panel. */
export const isOut = ({ status }: { status: JurorStatus }): boolean => !onPanel.includes(status)
