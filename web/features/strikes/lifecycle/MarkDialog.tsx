import { Play } from 'lucide-react'
import { useState } from 'react'
import { listSessionVideos, type SessionVideo } from '#contract/sessions/session-videos.ts'
import { markStrike, type Strike } from '#contract/strikes/strikes.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { formatDateTime, formatDuration, readSeconds } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Button, Dialog, DialogActions, Notice, Select, Skeleton, TextField } from '#web/ui/kit.ts'
import type { RenderClip } from '../evidence/Evidence.tsx'

type MarkDialogProps = { strike: Strike | null; renderClip: RenderClip; onClose: () => void }

export function MarkDialog({ strike, renderClip, onClose }: MarkDialogProps) {
  if (!strike) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Find in recording: juror ${strike.jurorNumber}`}
      description={`${strike.calledAt ? `The device’s clock showed ${formatDateTime(strike.calledAt)} for “${strike.label}.” ` : ''}If you find one move in a recording, Venire can estimate where the others are.`}
    >
      <Recordings strike={strike} renderClip={renderClip} onClose={onClose} />
    </Dialog>
  )
}

type FormProps = MarkDialogProps & { strike: Strike }

function Recordings(props: FormProps) {
  const videos = useRead(listSessionVideos, { params: { sessionId: props.strike.sessionId }, input: {} })
  return (
    <Loaded query={videos} skeleton={<Skeleton className="h-24" />}>
      {(found) => {
        const [first] = found
        if (first) return <MarkForm {...props} recordings={found} first={first} />
        return <Notice>No recordings are attached to this session yet.</Notice>
      }}
    </Loaded>
  )
}

function MarkForm({
  strike,
  renderClip,
  onClose,
  recordings,
  first,
}: FormProps & { recordings: readonly SessionVideo[]; first: SessionVideo }) {
  const { calledPlace } = strike
  const command = useCommand(markStrike)
  const [videoId, setVideoId] = useState(calledPlace?.videoId ?? first.videoId)
  const [text, setText] = useState(calledPlace ? formatDuration(calledPlace.seconds) : '')
  const [playing, setPlaying] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const send = (timecode: { videoId: string; seconds: number } | null) =>
    command.mutate(
      { params: { strikeId: strike.id }, input: { version: strike.version, timecode } },
      { onSuccess: onClose },
    )
  function withSeconds(use: (seconds: number) => void) {
    const seconds = readSeconds(text)
    setError(seconds === null ? 'Enter a time such as 1:02:03.' : undefined)
    if (seconds !== null) use(seconds)
  }
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        withSeconds((seconds) => send({ videoId, seconds }))
      }}
    >
      <Failure of={command.error} />
      {recordings.length > 1 && (
        <Select
          label="Recording"
          value={videoId}
          options={recordings.map((each) => ({
            value: each.videoId,
            label: [each.filename, each.camera].filter(Boolean).join(' · '),
          }))}
          onChange={(event) => setVideoId(event.target.value)}
        />
      )}
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Called at"
          hint="Hours, minutes, and seconds into the recording."
          placeholder="1:02:03"
          value={text}
          error={error}
          onChange={(event) => setText(event.target.value)}
        />
        <Button className="sm:mt-6" icon={<Play className="size-4" />} onClick={() => withSeconds(setPlaying)}>
          Play from here
        </Button>
      </div>
      {playing !== null && (
        <div key={`${videoId} ${playing}`}>{renderClip({ videoId, start: playing, end: null })}</div>
      )}
      <DialogActions>
        {strike.calledTimecode && (
          <Button busy={command.isPending} onClick={() => send(null)}>
            Remove mark
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={command.isPending}>
          Mark this time
        </Button>
      </DialogActions>
    </form>
  )
}
