import { useState } from 'react'
import { placeVideo, type VideoProgress } from '#contract/sessions/session-videos.ts'
import { attachTranscript } from '#contract/videos/videos.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { formatDuration } from '#web/platform/format.ts'
import { Button, Dialog, DialogActions } from '#web/ui/kit.ts'
import { parseOffset, type Place } from './place.ts'
import { PlaceFields } from './PlaceFields.tsx'

type PlaceDialogProps = { sessionId: string; video: VideoProgress; open: boolean; onClose: () => void }

/** Start, camera and transcript of a video that is in the session already. */
export function PlaceDialog({ open, onClose, ...rest }: PlaceDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Place ${rest.video.filename}`}
      description="A transcript file starts the analysis again with its words."
      wide
    >
      <Form onClose={onClose} {...rest} />
    </Dialog>
  )
}

function Form({ sessionId, video, onClose }: Omit<PlaceDialogProps, 'open'>) {
  const { videoId, filename, offset, camera } = video
  const [place, setPlace] = useState<Place>({ offset: formatDuration(offset), camera, transcript: null })
  const move = useCommand(placeVideo)
  const attach = useCommand(attachTranscript)
  const error = move.error ?? attach.error
  const start = parseOffset(place.offset)

  async function send() {
    if (start === null) return
    // A start with thousandths that nobody touched is not rounded to what the field shows.
    const isTouched = place.offset !== formatDuration(offset)
    const input = { ...(isTouched && { offset: start }), camera: place.camera }
    try {
      await move.mutateAsync({ params: { sessionId, videoId }, input })
      const { transcript } = place
      if (transcript) {
        await attach.mutateAsync({
          params: { videoId },
          input: { name: transcript.name, text: await transcript.text() },
        })
      }
      onClose()
    } catch {
      // What went wrong stands in the errors of the commands.
    }
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <PlaceFields name={filename} place={place} onChange={setPlace} />
      <Failure of={error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={move.isPending || attach.isPending} disabled={start === null}>
          Save
        </Button>
      </DialogActions>
    </form>
  )
}
