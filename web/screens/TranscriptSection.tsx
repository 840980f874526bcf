import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Redo2, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { PlayableVideo, TranscriptOutline } from '#contract/videos/player.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { Player } from '#web/features/player/player.ts'
import { CorrectionEditor } from '#web/features/review/CorrectionEditor.tsx'
import { FindBar } from '#web/features/review/FindBar.tsx'
import type { Corrections } from '#web/features/review/useCorrections.ts'
import { TranscriptPane } from '#web/features/transcript/TranscriptPane.tsx'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { KeyHint } from '#web/ui/KeyHint.tsx'
import { wordMarks } from './reviewMarks.ts'
import type { useFind } from './useFind.ts'

type TranscriptSectionProps = {
  video: PlayableVideo
  outline: UseQueryResult<TranscriptOutline>
  player: Player
  highlights: readonly Highlight[]
  find: ReturnType<typeof useFind>
  target: { turn: number } | null
  nameOf: (speaker: string) => string
  mayReview: boolean
  corrections: Corrections
  editing: Turn | null
  onCorrect: () => void
  onEdited: () => void
}

/** The middle pane: the words, where some are found, and the place where they are corrected. */
export function TranscriptSection(props: TranscriptSectionProps) {
  const { video, outline, player, highlights, find, target, nameOf, mayReview, corrections, editing } = props
  const marks = useMemo(
    () => [
      ...find.hits.map(({ turn, from, to }) => ({ turn, from, to, label: 'Found' })),
      ...wordMarks(highlights, video.id),
    ],
    [find.hits, highlights, video.id],
  )
  // What is not there is neither corrected nor searched.
  const hasTurns = video.isAnalysed && outline.data !== undefined && outline.data.turns > 0
  return (
    <section
      aria-labelledby="transcript-heading"
      className="flex min-h-0 flex-1 flex-col rounded-card border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-2">
        <h2 id="transcript-heading" className="text-lg font-bold">
          Transcript
        </h2>
        {hasTurns && (
          <span className="flex flex-wrap items-center gap-2 max-sm:gap-1 max-sm:[&>button]:px-3!">
            {mayReview && (
              <>
                <IconButton
                  label="Undo my last correction"
                  keys="Ctrl+Z"
                  icon={<Undo2 className="size-4" />}
                  disabled={!corrections.canUndo}
                  onClick={corrections.undo}
                />
                <IconButton
                  label="Redo my correction"
                  keys="Ctrl+Shift+Z"
                  icon={<Redo2 className="size-4" />}
                  disabled={!corrections.canRedo}
                  onClick={corrections.redo}
                />
                <Button onClick={props.onCorrect}>
                  Correct
                  <KeyHint keys="W" />
                </Button>
              </>
            )}
            <Button onClick={find.open}>
              Find
              <KeyHint keys="/" />
            </Button>
          </span>
        )}
      </div>
      {find.isOpen && (
        <FindBar
          text={find.text}
          isSearching={find.isSearching}
          failed={find.failed}
          count={find.count}
          shown={find.hits.length}
          at={find.at}
          onText={find.search}
          onStep={find.step}
          onClose={find.close}
        />
      )}
      {!video.isAnalysed || outline.data?.turns === 0 ? (
        <div className="p-3">
          <EmptyState
            title="Transcript not ready"
            hint={
              video.status === 'processing'
                ? 'The analysis of this video is under way.'
                : 'This video has no transcript. Attach one on its page.'
            }
            action={
              <Link to="/videos/$videoId" params={{ videoId: video.id }} className={buttonClass()}>
                Open the video
              </Link>
            }
          />
        </div>
      ) : outline.data ? (
        <TranscriptPane
          videoId={video.id}
          outline={outline.data}
          playback={player}
          marks={marks}
          nameOf={nameOf}
          target={target}
          editor={
            editing && {
              turn: editing.index,
              content: (
                <CorrectionEditor
                  key={editing.index}
                  videoId={video.id}
                  turn={editing}
                  name={editing.speaker === null ? null : nameOf(editing.speaker)}
                  save={corrections.save}
                  onClose={props.onEdited}
                />
              ),
            }
          }
        />
      ) : (
        <div className="p-3">
          <Loaded query={outline} skeleton={<TranscriptSkeleton />}>
            {() => null}
          </Loaded>
        </div>
      )}
    </section>
  )
}

/** As the turns that come: a name, and two lines of what was said. */
function TranscriptSkeleton() {
  return (
    <div className="grid gap-4">
      {[1, 2, 3, 4].map((each) => (
        <div key={each} className="grid gap-1">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-3/4" />
        </div>
      ))}
    </div>
  )
}
