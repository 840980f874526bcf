import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Library } from 'lucide-react'
import { useState } from 'react'
import { attachVideo } from '#contract/sessions/session-videos.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { attachTranscript } from '#contract/videos/videos.ts'
import { type Chosen, noPlace, parseOffset, type Place, VideoChooser } from '#web/features/sessions/index.ts'
import { RecordingDialog, UploadBox, usePageDrop } from '#web/features/uploads/index.ts'
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
      <LibraryDialog session={session} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}

type LibraryDialogProps = { session: Session; open: boolean; onOpenChange: (open: boolean) => void }

/** Also takes recordings dropped on the page. */
export function LibraryDialog({ session, open, onOpenChange }: LibraryDialogProps) {
  const [isDropped, setDropped] = usePageDrop()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <>
      <Dialog open={isDropped} onOpenChange={setDropped} title={`Upload to ${session.name}`} wide>
        <UploadBox
          caseId={session.caseId}
          sessionId={session.id}
          isDeclared={session.recordingDeclared}
          onArrived={(videoId) => {
            setDropped(false)
            if (window.location.pathname !== pathname) return
            if (!pathname.endsWith('/review')) return void navigate({ to: '/videos/$videoId', params: { videoId } })
            const params = { sessionId: session.id }
            void navigate({ to: '/sessions/$sessionId/review', params, search: { v: videoId }, replace: true })
          }}
        />
      </Dialog>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title="Add from library"
        description="Videos in this case and videos not yet in a case. A video can belong to only one session."
        wide
      >
        <Form session={session} onClose={() => onOpenChange(false)} />
      </Dialog>
    </>
  )
}

function Form({ session, onClose }: { session: Session; onClose: () => void }) {
  const cache = useQueryClient()
  const [chosen, setChosen] = useState<Chosen>({})
  const [isBusy, setBusy] = useState(false)
  const [asking, setAsking] = useState<Chosen | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const places = Object.entries(chosen)
  const isWrong = places.some(([, { offset }]) => parseOffset(offset) === null)

  async function send(wanted: Chosen) {
    setAsking(null)
    setBusy(true)
    setFailure(null)
    let left = wanted
    const places = Object.entries(wanted)
    try {
      for (const [videoId, place] of places) {
        await addVideoToSession(session.id, videoId, place)
        const { [videoId]: _done, ...rest } = left
        left = rest
      }
      toast({
        title: places.length === 1 ? 'Video added' : 'Videos added',
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
  const add = (wanted: Chosen) => (session.recordingDeclared ? void send(wanted) : setAsking(wanted))
  return (
    <div className="grid gap-4">
      <VideoChooser
        caseId={session.caseId}
        chosen={chosen}
        busy={isBusy}
        onChange={setChosen}
        onAdd={(videoId) => add({ [videoId]: noPlace })}
      />
      <Failure of={failure} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" busy={isBusy} disabled={places.length === 0 || isWrong} onClick={() => add(chosen)}>
          {places.length > 1 ? `Add ${places.length} videos` : 'Add video'}
        </Button>
      </DialogActions>
      <RecordingDialog
        subject={asking && { id: session.caseId }}
        submitLabel="Confirm and add"
        onClose={() => setAsking(null)}
        onDeclared={() => asking && void send(asking)}
      />
    </div>
  )
}
