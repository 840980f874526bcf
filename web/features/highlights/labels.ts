import type { Highlight, HighlightStatus } from '#contract/highlights/highlights.ts'
import { formatCount } from '#web/platform/format.ts'
import type { Tone } from '#web/ui/kit.ts'

export const statusTones: Record<HighlightStatus, Tone> = {
  suggested: 'info',
  confirmed: 'success',
  edited: 'success',
  dismissed: 'neutral',
}

/** Who said it, as far as anybody knows. */
export const describeSpeaker = ({ juror, speaker }: Pick<Highlight, 'juror' | 'speaker'>): string | null =>
  juror ? [`Juror ${juror.number}`, juror.name].filter(Boolean).join(', ') : speaker

/** "6 suggested, 3 confirmed, 1 dismissed": all of them, so that the screens agree. An edit confirms. */
export const describeCounts = ({ suggested, confirmed, edited, dismissed }: Record<HighlightStatus, number>): string =>
  `${formatCount(suggested)} suggested, ${formatCount(confirmed + edited)} confirmed, ${formatCount(dismissed)} dismissed`
