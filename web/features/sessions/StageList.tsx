import { RotateCcw } from 'lucide-react'
import { stageTitles } from '#contract/videos/analysis.ts'
import { retryStage } from '#contract/sessions/progress.ts'
import type { VideoProgress } from '#contract/sessions/session-videos.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatTimeLeft } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, cx, Table } from '#web/ui/kit.ts'

type Stage = VideoProgress['stages'][number]

const marks: Record<Stage['state'], { shape: string; word: string; look: string }> = {
  done: { shape: '✓', word: 'Done', look: 'text-success-fg' },
  kept: { shape: '✓', word: 'Kept from before', look: 'text-success-fg' },
  running: { shape: '●', word: 'Running', look: 'text-info-fg font-medium' },
  failed: { shape: '✕', word: 'Failed', look: 'text-danger-fg font-medium' },
  cancelled: { shape: '■', word: 'Stopped', look: 'text-ink-2' },
  waiting: { shape: '○', word: 'Waiting', look: 'text-ink-3' },
}

type StageListProps = { videoId: string; name: string; stages: readonly Stage[]; isOpen: boolean }

/** The stages of one analysis in their order, each with its state, its time and, once nothing runs, a way to repeat it. */
export function StageList({ videoId, name, stages, isOpen }: StageListProps) {
  const finished = stages.filter(({ state }) => state === 'done' || state === 'kept').length
  // Once nothing is left, a phone needs the width for the buttons.
  const showsLeft = stages.some(({ secondsLeft }) => secondsLeft !== null)
  return (
    <details open={isOpen} className="text-sm">
      <summary className="min-h-6 cursor-pointer touch:min-h-11">{`${finished} of ${stages.length} steps done`}</summary>
      <Table
        caption={`Steps of ${name}`}
        columns={[
          { label: 'Step' },
          { label: 'State' },
          { label: 'Took', numeric: true },
          ...(showsLeft ? [{ label: 'Left, about', numeric: true }] : []),
          { label: 'Repeat', hidden: true },
        ]}
      >
        {stages.map((stage) => (
          <StageRow key={stage.name} videoId={videoId} stage={stage} showsLeft={showsLeft} />
        ))}
      </Table>
    </details>
  )
}

type StageRowProps = { videoId: string; stage: Stage; showsLeft: boolean }

function StageRow({ videoId, stage, showsLeft }: StageRowProps) {
  const retry = useCommand(retryStage)
  const { shape, word, look } = marks[stage.state]
  const title = stageTitles[stage.name]
  const isBroken = stage.state === 'failed' || stage.state === 'cancelled'
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="px-2 py-1 text-left font-normal">
        {title}
      </th>
      <td className={cx('px-2 py-1 whitespace-nowrap', look)}>
        <span aria-hidden="true">{`${shape} `}</span>
        {word}
      </td>
      <td className="tabular px-2 py-1 text-right whitespace-nowrap">{formatTime(stage.elapsedSeconds)}</td>
      {showsLeft && <td className="tabular px-2 py-1 text-right whitespace-nowrap">{formatTime(stage.secondsLeft)}</td>}
      <td className="px-2 py-1 text-right">
        {stage.mayRetry && (
          <Button
            variant="quiet"
            className="max-sm:px-2!"
            icon={<RotateCcw className="size-4" />}
            busy={retry.isPending}
            aria-label={isBroken ? `Go on with ${title}` : `Repeat ${title} and what follows from it`}
            onClick={() =>
              retry.mutate(
                { params: { videoId }, input: { stage: stage.name } },
                {
                  onError: (error) =>
                    void toast({ title: 'Not Done', description: describeError(error), variant: 'destructive' }),
                },
              )
            }
          >
            {isBroken ? 'Go on here' : 'Repeat'}
          </Button>
        )}
      </td>
    </tr>
  )
}

const formatTime = (seconds: number | null): string =>
  seconds === null ? '' : seconds < 1 ? '< 1 s' : formatTimeLeft(seconds)
