import { AudioLines } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { readVoiceNaming, type VoiceNaming } from '#contract/speakers/naming.ts'
import { useRead } from '#web/platform/api.ts'
import { isNarrow } from '#web/platform/page/narrow.ts'
import { lazyPart } from '#web/platform/network/reachable.ts'
import { Button, Card, ReadNotice, Skeleton } from '#web/ui/kit.ts'
import type { VoicePanelProps } from './VoicePanel.tsx'

const VoicePanel = lazyPart(
  () => import('./VoicePanel.tsx'),
  ({ VoicePanel }) => VoicePanel,
)

const pollMs = 5000

type GateProps = Omit<VoicePanelProps, 'voices' | 'caseId' | 'onPlay' | 'onClose'> & {
  player: { playFrom: (seconds: number) => void }
  /** Null if the video isn't in a session. Voices can be named only in a session. */
  caseId: string | null
  onChooseSession?: () => void
}

export function VoiceNamingGate(props: GateProps) {
  const read = useRead(readVoiceNaming, { params: { videoId: props.videoId }, input: {} }, { pollMs })
  if (read.isPending) return <Skeleton className="h-12.5 touch:h-15.5" />
  if (!read.data) return <ReadNotice of={read} what="Voices" />
  return <Gate {...props} voices={read.data} />
}

function Gate({ voices, caseId, player, onChooseSession, ...panel }: GateProps & { voices: VoiceNaming }) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const count = voices.voices.length
  const named = voices.voices.filter(({ person }) => person !== null).length
  if (isOpen === null && voices.isAsking) setOpen(named === 0 || !isNarrow())
  if (count === 0 || !voices.mayName || (!voices.isAsking && named === 0)) return null
  if (caseId === null)
    return (
      <Strip text={`${count === 1 ? '1 voice' : `${count} voices`} found. Choose a case and session to name them.`}>
        <Button variant="primary" icon={<AudioLines className="size-4" />} onClick={onChooseSession}>
          Choose case and session
        </Button>
      </Strip>
    )
  if (!isOpen)
    return (
      <Strip text={`${named} of ${count} voices named.`}>
        <Button icon={<AudioLines className="size-4" />} onClick={() => setOpen(true)}>
          {voices.isAsking ? 'Name voices' : 'Change names'}
        </Button>
      </Strip>
    )
  return (
    <Suspense fallback={<Skeleton className="h-64" />}>
      <VoicePanel {...panel} voices={voices} caseId={caseId} onPlay={player.playFrom} onClose={() => setOpen(false)} />
    </Suspense>
  )
}

function Strip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Card className="py-2! max-sm:border-0 max-sm:bg-transparent max-sm:p-0!">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="sm:flex sm:flex-wrap sm:items-baseline sm:gap-x-3">
          <h2 className="font-bold max-sm:sr-only">Who is speaking?</h2>
          <p className="text-sm text-ink-2">{text}</p>
        </div>
        {children}
      </div>
    </Card>
  )
}
