import { type KeyboardEvent, useState } from 'react'
import { highlightLimits } from '#contract/highlights/highlights.ts'
import { CloseIcon, controlClass, Field } from '#web/ui/kit.ts'

type TagsFieldProps = { tags: readonly string[]; onChange: (tags: string[]) => void }

export function TagsField({ tags, onChange }: TagsFieldProps) {
  const [text, setText] = useState('')
  const fault =
    text.trim().length > highlightLimits.tag
      ? `Tags can have up to ${highlightLimits.tag} characters.`
      : tags.length >= highlightLimits.tags && text !== ''
        ? `You can add up to ${highlightLimits.tags} tags.`
        : undefined
  function add() {
    const added = text
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '' && !tags.includes(each))
    if (fault || added.length === 0) return
    onChange([...tags, ...added].slice(0, highlightLimits.tags))
    setText('')
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && text.trim() === '') return
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && text === '' && tags.length > 0) onChange(tags.slice(0, -1))
  }
  return (
    <Field label="Tags" required={false} error={fault} hint="Press Enter or comma to add a tag.">
      {(aria) => (
        <div className="grid gap-1">
          {tags.length > 0 && (
            <ul aria-label="Tags" className="flex flex-wrap gap-1">
              {tags.map((tag) => (
                <li key={tag} className="flex items-center rounded-mark bg-neutral-soft pl-2 text-sm text-neutral-fg">
                  <span className="break-all">{tag}</span>
                  <button
                    type="button"
                    aria-label={`Remove tag ${tag}`}
                    onClick={() => onChange(tags.filter((each) => each !== tag))}
                    className="inline-flex size-6 cursor-pointer items-center justify-center rounded-mark hover:bg-hover touch:size-11"
                  >
                    <CloseIcon />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...aria}
            type="text"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={handleKey}
            onBlur={add}
            className={controlClass}
          />
        </div>
      )}
    </Field>
  )
}
