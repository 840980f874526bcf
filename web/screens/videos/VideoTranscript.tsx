import type { ComponentProps, ReactNode } from 'react'
import { readVoiceNaming } from '#contract/speakers/naming.ts'
import { listJurorStretches } from '#contract/speakers/proposals.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { PartialTranscript, TranscriptPane, useOutline } from '#web/features/transcript/index.ts'
import { JurorNames, VoiceNamingGate } from '#web/features/voices/index.ts'
import { Loaded, useRead } from '#web/platform/index.ts'
import { cx, EmptyState, Skeleton } from '#web/ui/kit.ts'

export { useEarlyTranscript } from '#web/features/transcript/index.ts'

type Pane = ComponentProps<typeof TranscriptPane>
type VideoTranscriptProps = {
  video: VideoDetail
  player: Pane['playback']
  marks: Pane['marks']
  getName: Pane['nameOf']
  action: ReactNode
}

type VideoVoicesProps = Pick<ComponentProps<typeof VoiceNamingGate>, 'player' | 'findings' | 'onChooseSession'> & {
  video: VideoDetail
}

export function useVoiceReads(videoId: string, video: VideoDetail | undefined) {
  const args = { params: { videoId }, input: {} }
  const { analysis = null, caseId = null } = video ?? {}
  return [
    useRead(readVoiceNaming, args, { enabled: analysis !== null }),
    useRead(listJurorStretches, args, { enabled: analysis !== null && caseId !== null }),
  ]
}

export function VideoVoices({ video, ...gate }: VideoVoicesProps) {
  return (
    <>
      {video.caseId !== null && (
        <JurorNames
          isCard
          videoId={video.id}
          caseId={video.caseId}
          sessionId={video.session?.id ?? null}
          onPlay={gate.player.playFrom}
        />
      )}
      <VoiceNamingGate
        {...gate}
        videoId={video.id}
        caseId={video.session && video.caseId}
        onShowFindings={() => document.getElementById('findings')?.scrollIntoView({ block: 'start' })}
      />
    </>
  )
}

export function VideoTranscript({ video, player, marks, getName, action }: VideoTranscriptProps) {
  const hasResults = video.analysis !== null
  const outline = useOutline(video.id, hasResults)
  const hasWords = hasResults ? outline.data?.turns !== 0 : video.status === 'processing'
  return (
    <section
      aria-labelledby="transcript-heading"
      className={cx(
        'flex min-w-0 flex-col rounded-card border border-line bg-surface max-md:order-1 md:min-h-0 print:block! print:h-auto!',
        hasWords ? 'max-md:h-96 md:flex-1' : 'max-md:h-48',
      )}
    >
      <h2 id="transcript-heading" className="border-b border-line px-3 py-2 text-lg font-bold">
        Transcript
      </h2>
      {hasResults && !outline.data ? (
        <div className="p-3">
          <Loaded query={outline} skeleton={<Skeleton className="h-32" />}>
            {() => null}
          </Loaded>
        </div>
      ) : hasResults && outline.data && outline.data.turns > 0 ? (
        <TranscriptPane videoId={video.id} outline={outline.data} playback={player} marks={marks} nameOf={getName} />
      ) : video.status === 'processing' ? (
        <PartialTranscript videoId={video.id} onSeek={player.seek} />
      ) : (
        <div className="p-3">
          <EmptyState
            title="No transcript available"
            hint={video.status === 'completed' ? 'Attach the reporter’s transcript under Quick Actions.' : undefined}
            action={action}
          />
        </div>
      )}
    </section>
  )
}
