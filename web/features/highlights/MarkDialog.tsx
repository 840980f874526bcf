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
  mayAnnotate: boolean
  onClose: () => void
  onSaved: () => void
}

type Kind = 'highlight' | 'annotation'
type Choices = { type: HighlightType; severity: Severity; tags: string[]; title: string; description: string }

type KindSpec = {
  title: string
  about: string
  save: string
  type: FirstChoice<HighlightType> & { label: string; values: readonly HighlightType[] }
  severity: FirstChoice<Severity>
}
type FirstChoice<T> = { first: T | null; select: { placeholder?: string } }

const isCategory = (type: HighlightType): boolean => highlightSpecs[type].category !== 'note' || type === 'manual'

const kinds: Record<Kind, KindSpec> = {
  highlight: {
    title: 'New highlight',
    about: 'Quotes the transcript.',
    save: 'Save highlight',
    type: { label: 'Type', first: 'manual', values: highlightTypes, select: {} },
    severity: { first: 'medium', select: {} },
  },
  annotation: {
    title: 'New annotation',
    about: 'A note on the video in your own words.',
    save: 'Save annotation',
    type: {
      label: 'Category',
      first: null,
      values: highlightTypes.filter(isCategory),
      select: { placeholder: 'Select category' },
    },
    severity: { first: null, select: { placeholder: 'Select severity' } },
  },
}

function useSaving({ sessionId, videoId, stretch, onSaved }: MarkDialogProps) {
  const highlight = useCommand(createHighlight)
  const annotation = useCommand(createAnnotation)
  const { start: startTime, end: endTime } = stretch
  return {
    busy: highlight.isPending || annotation.isPending,
    errors: { highlight: highlight.error, annotation: annotation.error } satisfies Record<Kind, Error | null>,
    save: {
      highlight: ({ type, severity, tags }) =>
        highlight.mutate(
          { params: { sessionId }, input: { videoId, ...stretch, type, severity, tags } },
          { onSuccess: onSaved },
        ),
      annotation: ({ type, ...chosen }) =>
        annotation.mutate(
          { params: { videoId }, input: { ...chosen, startTime, endTime, category: highlightSpecs[type].category } },
          { onSuccess: onSaved },
        ),
    } satisfies Record<Kind, (chosen: Choices) => void>,
  }
}

export function MarkDialog(props: MarkDialogProps) {
  const { stretch, mayAnnotate, onClose } = props
  const [kind, setKind] = useState<Kind>('highlight')
  const [chosenType, setType] = useState<HighlightType | null>(null)
  const [chosenSeverity, setSeverity] = useState<Severity | null>(null)
  const [asksChoice, setAsksChoice] = useState(false)
  const [tags, setTags] = useState<string[]>([])
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const saving = useSaving(props)
  const spec = kinds[kind]
  const type = chosenType ?? spec.type.first
  const severity = chosenSeverity ?? spec.severity.first

  function save() {
    setAsksChoice(type === null || severity === null)
    if (type !== null && severity !== null) saving.save[kind]({ type, severity, tags, title, description })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={spec.title}
      description={`${formatTimecode(stretch.start)} – ${formatTimecode(stretch.end)}. ${spec.about}`}
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
            label="Create"
            value={kind}
            options={[
              { value: 'highlight', label: 'Highlight' },
              { value: 'annotation', label: 'Annotation' },
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
          label={spec.type.label}
          value={type ?? ''}
          required
          {...spec.type.select}
          error={asksChoice && type === null ? 'Select a category.' : undefined}
          options={spec.type.values.map((value) => ({ value, label: highlightTypeWords[value] }))}
          onChange={(event) => setType(highlightTypes.find((each) => each === event.target.value) ?? null)}
        />
        <Select
          label="Severity"
          value={severity ?? ''}
          required
          {...spec.severity.select}
          error={asksChoice && severity === null ? 'Select a severity.' : undefined}
          options={severities.map((value) => ({ value, label: severityWords[value] }))}
          onChange={(event) => setSeverity(severities.find((each) => each === event.target.value) ?? null)}
        />
        <TagsField tags={tags} onChange={setTags} />
        <Failure of={saving.errors[kind]} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={saving.busy}
            disabled={kind === 'annotation' && title.trim() === ''}
          >
            {spec.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
