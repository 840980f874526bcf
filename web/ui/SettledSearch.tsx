import { type ComponentProps, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { TextField } from './TextField.tsx'

type SettledSearchProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'type'> & {
  value: string
  onSettled: (text: string) => void
}

export function SettledSearch({ value, onSettled, ...field }: SettledSearchProps) {
  const [page] = useState(() => window.location.pathname)
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [typed, setTyped] = useState<readonly string[]>([])
  if (value !== seen) {
    const at = typed.indexOf(value)
    setSeen(value)
    setTyped(at === -1 ? [] : typed.slice(at + 1))
    if (at === -1) setText(value)
  }
  const settled = useDeferredValue(text.trim())
  const tell = useEffectEvent((next: string) => {
    if (next !== value && window.location.pathname === page) onSettled(next)
  })
  useEffect(() => tell(settled), [settled])
  return (
    <TextField
      {...field}
      type="search"
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        setTyped([...typed, event.target.value.trim()])
      }}
    />
  )
}
