import { useState } from 'react'
import { createAnnotation } from '#contract/findings/annotations.ts'
import { severities, type Severity } from '#contract/findings/findings.ts'
import { createHighlight, type HighlightType, highlightTypes } from '#contract/highlights/highlights.ts'
import { highlightSpecs, highlightTypeWords, severityWords } from '#contract/highlights/words.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { formatTimecode } from '#web/platform/format.ts'
import { Button, Dialog, DialogActions, Select, TextArea, TextField } from '#web/ui/kit.ts'
import { TagsField } from './TagsField.tsx'

type Stretch = { start: number; end: number }

type MarkDialogProps = {
  sessionId: string
  videoId: string
  stretch: Stretch
  /** A highlight quotes the transcript and belongs to the session; an annotation is a note on the video. */
  mayAnnotate: boolean
  onClose: () => void
  onSaved: () => void
}

/** Makes a highlight or an annotation of the stretch between two marks. */
export function MarkDialog({ sessionId, videoId, stretch, mayAnnotate, onClose, onSaved }: MarkDialogProps) {
  const [kind, setKind] = useState<'highlight' | 'annotation'>('highlight')
  const [chosenType, setType] = useState<HighlightType | null>(null)
  const [chosenSeverity, setSeverity] = useState<Severity | null>(null)
  const [asksChoice, setAsksChoice] = useState(false)
  // An annotation is classified by whoever writes it; a highlight starts with the usual.
  const type = chosenType ?? (kind === 'highlight' ? 'manual' : null)
  const severity = chosenSeverity ?? (kind === 'highlight' ? 'medium' : null)
  const [tags, setTags] = useState<string[]>([])
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const highlight = useCommand(createHighlight)
  const annotation = useCommand(createAnnotation)
  const error = kind === 'highlight' ? highlight.error : annotation.error

  function save() {
    setAsksChoice(type === null || severity === null)
    if (type === null || severity === null) return
    if (kind === 'highlight') {
      const input = { videoId, ...stretch, type, severity, tags }
      highlight.mutate({ params: { sessionId }, input }, { onSuccess: onSaved })
      return
    }
    const { start: startTime, end: endTime } = stretch
    const category = highlightSpecs[type].category
    annotation.mutate(
      { params: { videoId }, input: { title, description, startTime, endTime, category, severity, tags } },
      { onSuccess: onSaved },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={kind === 'highlight' ? 'New highlight' : 'New annotation'}
      description={`${formatTimecode(stretch.start)} – ${formatTimecode(stretch.end)}. ${
        kind === 'highlight' ? 'The words are quoted from the transcript.' : 'A note on the video, with your own words.'
      }`}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {mayAnnotate && (
          <Select
            label="Make"
            value={kind}
            options={[
              { value: 'highlight', label: 'A highlight' },
              { value: 'annotation', label: 'An annotation' },
            ]}
            onChange={(event) => setKind(event.target.value === 'annotation' ? 'annotation' : 'highlight')}
          />
        )}
        {kind === 'annotation' && (
          <>
            <TextField label="Title" required value={title} onChange={(event) => setTitle(event.target.value)} />
            <TextArea
              label="Description"
              required={false}
              rows={3}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          </>
        )}
        <Select
          label={kind === 'highlight' ? 'Type' : 'Category'}
          value={type ?? ''}
          required
          {...(kind === 'annotation' && { placeholder: 'Select category' })}
          error={asksChoice && type === null ? 'Select a category.' : undefined}
          options={highlightTypes
            .filter((value) => kind === 'highlight' || highlightSpecs[value].category !== 'note' || value === 'manual')
            .map((value) => ({ value, label: highlightTypeWords[value] }))}
          onChange={(event) => setType(highlightTypes.find((each) => each === event.target.value) ?? null)}
        />
        <Select
          label="Severity"
          value={severity ?? ''}
          required
          {...(kind === 'annotation' && { placeholder: 'Select severity' })}
          error={asksChoice && severity === null ? 'Select a severity.' : undefined}
          options={severities.map((value) => ({ value, label: severityWords[value] }))}
          onChange={(event) => setSeverity(severities.find((each) => each === event.target.value) ?? null)}
        />
        <TagsField tags={tags} onChange={setTags} />
        <Failure of={error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={highlight.isPending || annotation.isPending}
            disabled={kind === 'annotation' && title.trim() === ''}
          >
            {kind === 'highlight' ? 'Save highlight' : 'Save annotation'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
