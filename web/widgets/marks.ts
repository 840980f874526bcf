import type { Highlight } from '#contract/highlights/highlights.ts'
import { highlightTitle } from '#contract/highlights/words.ts'
import type { TimelineMark } from '#web/features/player/index.ts'
import type { TurnMark } from '#web/features/transcript/index.ts'

const shownOn = (videoId: string) => (each: Highlight) => each.videoId === videoId && each.status !== 'dismissed'

export const timelineMarks = (highlights: readonly Highlight[], videoId: string): TimelineMark[] =>
  highlights.filter(shownOn(videoId)).flatMap((each) =>
    each.start === null
      ? []
      : [
          {
            id: each.id,
            seconds: each.start,
            label: highlightTitle(each),
            severity: each.severity,
            suggested: each.status === 'suggested',
          },
        ],
  )

export const wordMarks = (highlights: readonly Highlight[], videoId: string): TurnMark[] =>
  highlights.filter(shownOn(videoId)).flatMap((each) =>
    // Trigger offsets apply to the original text, not to corrected text.
    each.trigger && each.turn !== null && !each.textChanged
      ? [{ turn: each.turn, ...each.trigger, label: `${highlightTitle(each)}. ${each.why}` }]
      : [],
  )
