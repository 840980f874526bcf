import { stageTitles } from '#contract/analysis.ts'
import type { VideoProgress } from '#contract/session-videos.ts'
import { cx } from '#web/ui/cx.ts'

type State = VideoProgress['stages'][number]['state']

const marks: Record<State, { shape: string; word: string; look: string }> = {
  done: { shape: '✓', word: 'done', look: 'text-success-fg' },
  running: { shape: '●', word: 'running', look: 'text-info-fg font-medium' },
  failed: { shape: '✕', word: 'failed', look: 'text-danger-fg font-medium' },
  cancelled: { shape: '■', word: 'stopped', look: 'text-ink-2' },
  waiting: { shape: '○', word: 'waiting', look: 'text-ink-3' },
}

/** The stages of one analysis in their order, each with a shape and a word. */
export function StageList({ name, stages }: { name: string; stages: VideoProgress['stages'] }) {
  return (
    <ol aria-label={`Stages of ${name}`} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {stages.map((stage) => {
        const { shape, word, look } = marks[stage.state]
        return (
          <li key={stage.name} className={cx('inline-flex items-center gap-1', look)}>
            <span aria-hidden="true">{shape}</span>
            {stageTitles[stage.name]}
            <span className="sr-only">{`: ${word}`}</span>
          </li>
        )
      })}
    </ol>
  )
}
