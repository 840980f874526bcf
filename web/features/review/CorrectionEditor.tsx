import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type Correction,
  listCorrections,
  listOriginalTurns,
  createCorrection,
  undoCorrection,
} from '#contract/videos/corrections.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { together } from '#web/platform/Loaded.tsx'
import { useRead, useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, Notice, ReadNotice, TextArea, Badge } from '#web/ui/kit.ts'
import { findChange, joinText } from './change.ts'
import type { Corrections } from './useCorrections.ts'

const autosaveMs = 1200

type CorrectionEditorProps = {
  videoId: string
  turn: Turn
  name: string | null
  save: Corrections['save']
  onClose: () => void
}

export function CorrectionEditor(props: CorrectionEditorProps) {
  const { videoId, turn } = props
  const params = { videoId }
  const history = useRead(listCorrections, { params, input: { turn: turn.index } })
  const originals = useRead(listOriginalTurns, { params, input: {} })
  // Waits for fresh data so that an edit isn't applied to the wrong words.
  const isFresh = !history.isFetching && !originals.isFetching
  const [isReady, setReady] = useState(false)
  if (isFresh && !isReady) setReady(true)
  const both = together(history, originals)
  if (!both.data) return <ReadNotice of={both} what="Corrections" />
  if (!isReady) return <p className="text-sm text-ink-3">Loading…</p>
  const original = both.data[1].find((each) => each.index === turn.index)?.text ?? turn.text
  return <Editor {...props} history={both.data[0]} original={original} />
}

const findLive = (history: readonly Correction[]) => history.filter((each) => each.state === 'live')

type EditorProps = CorrectionEditorProps & { history: readonly Correction[]; original: string }

function Editor({ videoId, turn, name, save, onClose, history, original: originalNow }: EditorProps) {
  // Keeps the first value because the turn is removed from `originals` when its last correction is undone.
  const [original] = useState(originalNow)
  const live = findLive(history)
  const shown = joinText(original, live)
  // The text before editing. Diffing against it preserves other people's corrections elsewhere in the turn.
  const [base, setBase] = useState({ text: shown, live })
  const [text, setText] = useState(shown)
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')
  const [fault, setFault] = useState<string | null>(null)
  // The text at the time Done was pressed while a save was running. The editor closes once that text is saved.
  const closesWith = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  if (text === base.text && shown !== base.text && state !== 'saving') {
    setBase({ text: shown, live })
    setText(shown)
  }

  async function store(): Promise<boolean> {
    clearTimeout(timer.current)
    if (state === 'saving') return false
    const change = findChange(original, base.live, text)
    if (!change) return true
    setState('saving')
    try {
      const { correction } = await save({ turn: turn.index, ...change })
      const mine = [...base.live.filter((each) => !change.replaces.includes(each.id)), correction]
      const saved = joinText(original, mine)
      setBase({ text: saved, live: mine })
      setText((written) => (written === text ? saved : written))
      setFault(null)
      setState('saved')
      if (closesWith.current === text) onClose()
      return true
    } catch (error) {
      setFault(describeError(error))
      setState('idle')
      closesWith.current = null
      return false
    }
  }
  const storeLater = useEffectEvent((written: string) => written === text && void store())
  useEffect(() => {
    if (state === 'saving' || fault !== null) return undefined
    timer.current = setTimeout(() => storeLater(text), autosaveMs)
    return () => clearTimeout(timer.current)
  }, [text, state, fault])
  // Saves on unmount, such as when the row scrolls out of view.
  const isGivenUp = useRef(false)
  const saveOnLeaving = useEffectEvent(() => {
    if (isGivenUp.current || state === 'saving' || fault !== null) return
    void store().then(
      (isStored) =>
        isStored || toast({ title: 'Couldn’t save correction', description: `“${text}”`, variant: 'destructive' }),
    )
  })
  useEffect(() => () => saveOnLeaving(), [])
  function close() {
    if (state === 'saving') closesWith.current = text
    else void store().then((isStored) => isStored && onClose())
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      isGivenUp.current = true
      onClose()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form
      className="grid gap-2 py-1"
      aria-label={`Correct ${name ?? 'these words'}`}
      onSubmit={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <TextArea
        label="Words"
        hint="Saves automatically. Ctrl+Enter closes the editor. Escape discards unsaved changes."
        rows={Math.min(8, 2 + Math.ceil(text.length / 60))}
        value={text}
        ref={focusOnce}
        onKeyDown={handleKey}
        onChange={(event) => {
          setText(event.target.value)
          if (state === 'saved') setState('idle')
        }}
      />
      {fault && (
        <Notice tone="warning" alert>
          <p>{fault}</p>
          {shown !== base.text && <p className="mt-1">{`Current text: “${shown}”`}</p>}
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              onClick={() => {
                setBase({ text: shown, live })
                setText(shown)
                setFault(null)
              }}
            >
              Use theirs
            </Button>
            <Button
              onClick={() => {
                setBase({ text: shown, live })
                setFault(null)
              }}
            >
              Keep mine
            </Button>
          </div>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={state === 'saving'}>
          Done
        </Button>
        <output className="text-sm text-ink-2">
          {state === 'saving' ? 'Saving…' : state === 'saved' && text === base.text ? 'Saved' : ''}
        </output>
      </div>
      {history.length > 0 && <CorrectionHistory videoId={videoId} list={history} />}
    </form>
  )
}

function focusOnce(element: HTMLTextAreaElement | null): void {
  if (!element || document.activeElement === element) return
  // Scrolls the whole form into view. Otherwise, its buttons may stay hidden.
  element.form?.scrollIntoView({ block: 'nearest' })
  element.focus()
}

const stateWords: Record<Correction['state'], string> = {
  live: 'Active',
  detached: 'Original words no longer in transcript',
  replaced: 'Replaced',
  undone: 'Undone',
  undo: 'Undo',
}

function CorrectionHistory({ videoId, list }: { videoId: string; list: readonly Correction[] }) {
  const create = useCommand(createCorrection)
  const undo = useCommand(undoCorrection)
  const isBusy = create.isPending || undo.isPending
  const onError = (error: Error) =>
    void toast({ title: 'Couldn’t save correction', description: describeError(error), variant: 'destructive' })
  return (
    <ul aria-label="Corrections to these words" className="grid gap-2 text-sm">
      {list
        .filter((each) => each.state !== 'undo')
        .toReversed()
        .map(({ id, turn, from, to, originalText, newText, replaces, state, by, at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line pt-2">
            <span className="break-words">{`“${originalText}” → ${newText ? `“${newText}”` : 'nothing'}`}</span>
            <Badge tone={state === 'live' ? 'success' : 'neutral'}>{stateWords[state]}</Badge>
            <span className="text-ink-3">{`${by}, ${formatDateTime(at)}`}</span>
            {state === 'live' && (
              <Button
                className="ml-auto"
                disabled={isBusy}
                onClick={() => undo.mutate({ params: { videoId, id }, input: {} }, { onError })}
              >
                Undo
              </Button>
            )}
            {state === 'undone' && (
              <Button
                className="ml-auto"
                disabled={isBusy}
                onClick={() =>
                  create.mutate({ params: { videoId }, input: { turn, from, to, newText, replaces } }, { onError })
                }
              >
                Redo
              </Button>
            )}
          </li>
        ))}
    </ul>
  )
}
