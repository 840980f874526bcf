import { useId } from 'react'
import { transcriptExtensions } from '#contract/videos/videos.ts'
import { fileClass, TextField } from '#web/ui/kit.ts'
import { parseOffset, type Place } from './place.ts'

type PlaceFieldsProps = { name: string; place: Place; onChange: (place: Place) => void }

/** Start on the session's clock, the camera, and the transcript of one video. */
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
          accept={transcriptExtensions.join(',')}
          className={fileClass}
          onChange={(event) => onChange({ ...place, transcript: event.target.files?.[0] ?? null })}
        />
      </div>
    </fieldset>
  )
}
