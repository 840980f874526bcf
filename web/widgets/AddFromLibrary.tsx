import { useQueryClient } from '@tanstack/react-query'
import { Library } from 'lucide-react'
import { useState } from 'react'
import { attachVideo } from '#contract/sessions/session-videos.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { attachTranscript } from '#contract/videos/videos.ts'
import { type Chosen, parseOffset, type Place, VideoChooser } from '#web/features/sessions/index.ts'
import { RecordingDialog } from '#web/features/uploads/index.ts'
import { call, Failure, invalidateNouns, describeError, readTranscriptFile, toast } from '#web/platform/index.ts'
import { Button, Dialog, DialogActions } from '#web/ui/kit.ts'

export async function addVideoToSession(sessionId: string, videoId: string, place: Place): Promise<void> {
  const { offset, camera, transcript } = place
  await call(attachVideo, { params: { sessionId }, input: { videoId, offset: parseOffset(offset) ?? 0, camera } })
  if (!transcript) return
  await call(attachTranscript, { params: { videoId }, input: await readTranscriptFile(transcript) })
}

export function AddFromLibrary({ session }: { session: Session }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Library className="size-4" />} onClick={() => setOpen(true)}>
        Add from library
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Add from library"
        description="Videos in this case, or not in any case. A video can belong to only one session."
        wide
      >
        <Form session={session} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Form({ session, onClose }: { session: Session; onClose: () => void }) {
  const cache = useQueryClient()
  const [chosen, setChosen] = useState<Chosen>({})
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const places = Object.entries(chosen)
  const isWrong = places.some(([, { offset }]) => parseOffset(offset) === null)

  async function send() {
    setAsking(false)
    setBusy(true)
    setFailure(null)
    let left = chosen
    try {
      for (const [videoId, place] of places) {
        await addVideoToSession(session.id, videoId, place)
        const { [videoId]: _done, ...rest } = left
        left = rest
      }
      toast({
        title: places.length === 1 ? 'Video Added' : 'Videos Added',
        description: `${places.length === 1 ? '1 video was' : `${places.length} videos were`} added to ${session.name}.`,
      })
      onClose()
    } catch (error) {
      setChosen(left)
      setFailure(describeError(error))
    } finally {
      setBusy(false)
      void invalidateNouns(cache, attachVideo.touches)
    }
  }
  return (
    <div className="grid gap-4">
      <VideoChooser caseId={session.caseId} chosen={chosen} onChange={setChosen} />
      <Failure of={failure} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          busy={isBusy}
          disabled={places.length === 0 || isWrong}
          onClick={() => (session.recordingDeclared ? void send() : setAsking(true))}
        >
          {places.length > 1 ? `Add ${places.length} videos` : 'Add video'}
        </Button>
      </DialogActions>
      <RecordingDialog
        subject={isAsking ? { id: session.caseId } : null}
        submitLabel="Confirm and add"
        onClose={() => setAsking(false)}
        onDeclared={() => void send()}
      />
    </div>
  )
}
