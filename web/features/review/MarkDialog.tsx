import { useState } from 'react'
import { severities } from '#contract/findings.ts'
import { createHighlight, highlightTypes } from '#contract/highlights.ts'
import { useCommand } from '#web/platform/api.ts'
import { sentenceOf } from '#web/platform/apiError.ts'
import { formatTimecode } from '#web/platform/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

export type Stretch = { start: number; end: number }

type MarkDialogProps = {
  sessionId: string
  videoId: string
  stretch: Stretch | null
  typeWords: Record<(typeof highlightTypes)[number], string>
  severityWords: Record<(typeof severities)[number], string>
  onClose: () => void
}

/** Makes a highlight of the stretch between two marks. */
export function MarkDialog({ sessionId, videoId, stretch, typeWords, severityWords, onClose }: MarkDialogProps) {
  const [type, setType] = useState<(typeof highlightTypes)[number]>('manual')
  const [severity, setSeverity] = useState<(typeof severities)[number]>('medium')
  const [tags, setTags] = useState('')
  const create = useCommand(createHighlight)
  function close() {
    create.reset()
    setTags('')
    onClose()
  }
  function save() {
    if (!stretch) return
    const list = tags
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
    create.mutate(
      { params: { sessionId }, input: { videoId, ...stretch, type, severity, tags: list } },
      { onSuccess: close },
    )
  }
  return (
    <Dialog
      open={stretch !== null}
      onOpenChange={(open) => !open && close()}
      title="New highlight"
      description={
        stretch &&
        `${formatTimecode(stretch.start)} – ${formatTimecode(stretch.end)}. The words are quoted from the transcript.`
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Select
          label="Type"
          value={type}
          options={highlightTypes.map((value) => ({ value, label: typeWords[value] }))}
          onChange={(event) => setType(highlightTypes.find((each) => each === event.target.value) ?? 'manual')}
        />
        <Select
          label="Severity"
          value={severity}
          options={severities.map((value) => ({ value, label: severityWords[value] }))}
          onChange={(event) => setSeverity(severities.find((each) => each === event.target.value) ?? 'medium')}
        />
        <TextField
          label="Tags"
          required={false}
          hint="Separated by commas."
          value={tags}
          onChange={(event) => setTags(event.target.value)}
        />
        {create.error && (
          <Notice tone="danger" alert>
            {sentenceOf(create.error)}
          </Notice>
        )}
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            Save highlight
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
