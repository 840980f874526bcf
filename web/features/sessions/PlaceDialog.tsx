import { useState, useId } from 'react'
import { placeVideo, type VideoProgress } from '#contract/sessions/session-videos.ts'
import { attachTranscript } from '#contract/videos/videos.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { formatDuration, readSeconds } from '#web/platform/format.ts'
import { readTranscriptFile, transcriptAccept } from '#web/platform/transcriptFile.ts'
import { Button, Dialog, DialogActions, fileClass, TextField } from '#web/ui/kit.ts'

type PlaceDialogProps = { sessionId: string; video: VideoProgress; open: boolean; onClose: () => void }

export function PlaceDialog({ open, onClose, ...rest }: PlaceDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Timing and camera for ${rest.video.filename}`}
      description="Adding a transcript file restarts the analysis with its text."
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
    // Sends the start only if the user edited it, because the field doesn't show the stored milliseconds.
    const isTouched = place.offset !== formatDuration(offset)
    const input = { ...(isTouched && { offset: start }), camera: place.camera }
    try {
      await move.mutateAsync({ params: { sessionId, videoId }, input })
      const { transcript } = place
      if (transcript) {
        await attach.mutateAsync({ params: { videoId }, input: await readTranscriptFile(transcript) })
      }
      onClose()
    } catch {
      // The form shows the mutation's error.
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

type PlaceFieldsProps = { name: string; place: Place; onChange: (place: Place) => void }

export function PlaceFields({ name, place, onChange }: PlaceFieldsProps) {
  const fileId = useId()
  return (
    <fieldset className="grid gap-3 sm:grid-cols-3">
      <legend className="sr-only">{name}</legend>
      <TextField
        label="Starts at"
        required={false}
        placeholder="0:00"
        inputMode="text"
        value={place.offset}
        error={parseOffset(place.offset) === null ? 'Enter a time such as 1:30.' : undefined}
        onChange={(event) => onChange({ ...place, offset: event.target.value })}
      />
      <TextField
        label="Camera"
        required={false}
        maxLength={60}
        placeholder="Jury box"
        value={place.camera}
        onChange={(event) => onChange({ ...place, camera: event.target.value })}
      />
      <div className="grid gap-1">
        <label htmlFor={fileId} className="text-sm font-medium">
          Transcript file<span className="font-normal text-ink-3"> (optional)</span>
        </label>
        <input
          id={fileId}
          type="file"
          accept={transcriptAccept}
          className={fileClass}
          onChange={(event) => onChange({ ...place, transcript: event.target.files?.[0] ?? null })}
        />
      </div>
    </fieldset>
  )
}

export type Place = { offset: string; camera: string; transcript: File | null }
export const noPlace: Place = { offset: '', camera: '', transcript: null }

/** Converts "90", "1:30", or "1:02:03.5" to seconds. Returns 0 for blank text and null for anything else. */
export function parseOffset(text: string): number | null {
  return text.trim() === '' ? 0 : readSeconds(text)
}
