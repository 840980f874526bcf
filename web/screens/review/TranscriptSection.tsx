import { Link } from '@tanstack/react-router'
import { Redo2, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { CorrectionEditor, FindBar, findingsId } from '#web/features/review/index.ts'
import { TranscriptPane } from '#web/features/transcript/index.ts'
import { VoiceNamingGate } from '#web/features/voices/index.ts'
import { Loaded } from '#web/platform/index.ts'
import { Button, buttonClass, EmptyState, IconButton, KeyHint, Skeleton } from '#web/ui/kit.ts'
import { wordMarks } from '#web/widgets/marks.ts'
import type { Review } from './useReview.ts'

export function ReviewVoices({ review }: { review: Review }) {
  const { session, video, player, highlights, all } = review
  if (!video.isAnalysed) return null
  return (
    <div className="peer mb-4 max-sm:mb-2 empty:hidden print:hidden">
      <VoiceNamingGate
        videoId={video.id}
        caseId={session.caseId}
        player={player}
        findings={highlights.isComplete ? all.length : null}
        onShowFindings={() => {
          review.setTab('findings')
          document.getElementById(findingsId)?.scrollIntoView({ block: 'start' })
        }}
      />
    </div>
  )
}

export function TranscriptSection({ review }: { review: Review }) {
  const { video, player, all, may } = review
  const { outline, find, target, getName, corrections, editing, correct, closeEditor } = review.transcript
  const marks = useMemo(
    () => [...find.hits.map(({ turn, from, to }) => ({ turn, from, to, label: 'Match' })), ...wordMarks(all, video.id)],
    [find.hits, all, video.id],
  )
  const hasTurns = video.isAnalysed && outline.data !== undefined && outline.data.turns > 0
  return (
    <section
      aria-labelledby="transcript-heading"
      className="flex min-h-0 flex-1 flex-col rounded-card border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-2 min-h-12.5 touch:min-h-15.5">
        <h2 id="transcript-heading" className="text-lg font-bold">
          Transcript
        </h2>
        {hasTurns && (
          <span className="flex flex-wrap items-center gap-2 max-sm:gap-1 max-sm:[&>button]:px-3!">
            {may.review && (
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
                <Button onClick={correct}>
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
                ? 'This video is still being analyzed.'
                : 'This video has no transcript. Attach one on the video page.'
            }
            action={
              <Link to="/videos/$videoId" params={{ videoId: video.id }} className={buttonClass()}>
                Open video
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
          nameOf={getName}
          target={target}
          editor={
            editing && {
              turn: editing.index,
              content: (
                <CorrectionEditor
                  key={editing.index}
                  videoId={video.id}
                  turn={editing}
                  name={editing.speaker === null ? null : getName(editing.speaker)}
                  save={corrections.save}
                  onClose={closeEditor}
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
