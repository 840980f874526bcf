import { useState } from 'react'
import { type JurorField, jurorFieldNames, jurorFields, mapJurorFields } from '#contract/jurors/fields.ts'
import { type Juror, type QuestionnaireAnswer, readJuror, updateJuror } from '#contract/jurors/jurors.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Button, Card, Notice, TextArea, TextField } from '#web/ui/kit.ts'

type Draft = Record<JurorField, string> & {
  displayName: string
  tags: string
  questionsToAsk: string
  notes: string
  answers: string
}

const toDraft = (juror: Juror): Draft => ({
  ...mapJurorFields((field) => juror[field]),
  displayName: juror.displayName ?? '',
  tags: juror.tags.join(', '),
  questionsToAsk: juror.questionsToAsk.join('\n'),
  notes: juror.notes,
  answers: formatAnswers(juror.questionnaire),
})

const splitList = (text: string, by: RegExp): string[] => [
  ...new Set(
    text
      .split(by)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
]

/** Returns only the changed fields because a user who may only rate jurors can save notes but no other fields. */
function listChanges(draft: Draft, before: Draft) {
  const changed = (field: keyof Draft) => draft[field] !== before[field]
  const changes = Object.fromEntries(jurorFieldNames.filter(changed).map((field) => [field, draft[field]]))
  const questionnaire: QuestionnaireAnswer[] = parseAnswers(draft.answers)
  return {
    ...changes,
    ...(changed('displayName') && { displayName: draft.displayName.trim() || null }),
    ...(changed('tags') && { tags: splitList(draft.tags, /[,\n]/) }),
    ...(changed('questionsToAsk') && { questionsToAsk: splitList(draft.questionsToAsk, /\n/) }),
    ...(changed('notes') && { notes: draft.notes }),
    ...(changed('answers') && { questionnaire }),
  }
}

const keepLaterEdits = (saved: Draft, sent: Draft, written: Draft): Draft => ({
  ...saved,
  ...Object.fromEntries(Object.entries(written).filter(([field, value]) => value !== sent[field as keyof Draft])),
})

export function RecordCard({ juror }: { juror: Juror }) {
  const [base, setBase] = useState(juror)
  const [draft, setDraft] = useState(() => toDraft(juror))
  const [theirs, setTheirs] = useState<Juror | null>(null)
  const update = useCommand(updateJuror)
  const params = { jurorId: juror.id }
  const changes = listChanges(draft, toDraft(base))
  const isChanged = Object.keys(changes).length > 0
  if (!isChanged && juror.version !== base.version) {
    setBase(juror)
    setDraft(toDraft(juror))
  }
  const text = (field: keyof Draft) => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [field]: event.target.value }),
  })

  async function send() {
    try {
      const saved = await update.mutateAsync({ params, input: { version: base.version, ...changes } })
      setBase(saved)
      setDraft((written) => keepLaterEdits(toDraft(saved), draft, written))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict')
        setTheirs(await call(readJuror, { params, input: {} }))
    }
  }
  function resolveConflict(copy: Draft, current: Juror) {
    setBase(current)
    setDraft(copy)
    setTheirs(null)
    update.reset()
  }
  const may = juror.may
  return (
    <Card title="Juror record">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <fieldset disabled={!may.edit} className="grid gap-4 sm:grid-cols-2">
          <legend className="sr-only">From the juror</legend>
          {!juror.isAnonymous && <TextField label="Name" required={false} maxLength={120} {...text('displayName')} />}
          {jurorFieldNames.map((field) => (
            <TextField key={field} label={jurorFields[field].label} required={false} maxLength={200} {...text(field)} />
          ))}
        </fieldset>
        <fieldset disabled={!may.edit}>
          <legend className="sr-only">Questionnaire</legend>
          <TextArea
            label="Questionnaire"
            required={false}
            rows={6}
            hint="Put each question and answer on its own line, with a blank line between pairs."
            placeholder={'Q: Have you served on a jury before?\nA: No.'}
            {...text('answers')}
          />
        </fieldset>
        {may.seeWorkProduct && (
          <fieldset disabled={!may.rate} className="grid gap-4">
            <legend className="sr-only">Work product</legend>
            <TextField label="Tags" required={false} hint="Separate with commas." {...text('tags')} />
            <TextArea
              label="Questions to ask"
              required={false}
              rows={3}
              hint="One per line."
              {...text('questionsToAsk')}
            />
            <TextArea label="Notes" required={false} rows={4} {...text('notes')} />
          </fieldset>
        )}
        {theirs && (
          <Notice tone="warning" alert>
            <p className="font-medium">{`${theirs.updatedByName} changed this juror while you were editing.`}</p>
            <Differences mine={draft} theirs={toDraft(theirs)} />
            <div className="mt-3 flex flex-wrap gap-2">
              <Button onClick={() => resolveConflict(draft, theirs)}>Keep mine</Button>
              <Button onClick={() => resolveConflict(toDraft(theirs), theirs)}>Use theirs</Button>
            </div>
          </Notice>
        )}
        <Failure of={theirs ? null : update.error} />
        {(may.edit || may.rate) && (
          <div>
            <Button type="submit" variant="primary" busy={update.isPending} disabled={!isChanged || theirs !== null}>
              Save
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}

const words: Record<keyof Draft, string> = {
  ...mapJurorFields((field) => jurorFields[field].label),
  displayName: 'Name',
  tags: 'Tags',
  questionsToAsk: 'Questions to ask',
  notes: 'Notes',
  answers: 'Questionnaire',
}

function Differences({ mine, theirs }: { mine: Draft; theirs: Draft }) {
  const fields = (Object.keys(words) as (keyof Draft)[]).filter((field) => mine[field] !== theirs[field])
  return (
    <ul className="mt-2 grid gap-2">
      {fields.map((field) => (
        <li key={field} className="grid gap-2 sm:grid-cols-2">
          <p className="break-words">{`Your version, ${words[field]}: ${mine[field] || 'empty'}`}</p>
          <p className="break-words">{`Their version, ${words[field]}: ${theirs[field] || 'empty'}`}</p>
        </li>
      ))}
    </ul>
  )
}

export const formatAnswers = (answers: readonly QuestionnaireAnswer[]): string =>
  answers.map(({ q, a }) => `Q: ${q}\nA: ${a}`).join('\n\n')

export function parseAnswers(text: string): QuestionnaireAnswer[] {
  const blocks = text
    .replaceAll('\r', '')
    .split(/\n\s*\n|\n(?=\s*Q\s*[:.])/i)
    .map((block) => block.trim())
    .filter((block) => block !== '')
  return blocks.map((block) => {
    const marked = /^(?:Q\s*[:.]\s*)?([\s\S]*?)\n\s*A\s*[:.]\s*([\s\S]*)$/i.exec(block)
    if (marked) return { q: collapseSpaces(marked[1] ?? ''), a: (marked[2] ?? '').trim() }
    const [first = '', ...rest] = block.replace(/^Q\s*[:.]\s*/i, '').split('\n')
    return { q: collapseSpaces(first), a: rest.join('\n').trim() }
  })
}

const collapseSpaces = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
