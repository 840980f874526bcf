import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/kit.ts'

type CopyTextProps = { label: string; text: string; shown?: string }

/** A text in short that is copied whole. */
export function CopyText({ label, text, shown = text }: CopyTextProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'whole'>('idle')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Browsers offer the clipboard on https and localhost only: then it is shown whole, to be copied by hand.
      setState('whole')
    }
  }
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="text-sm break-all select-all">{state === 'whole' ? text : shown}</code>
      <IconButton
        label={label}
        icon={state === 'copied' ? <Check className="size-4" /> : <Copy className="size-4" />}
        onClick={() => void copy()}
      />
      <span aria-live="polite" className="sr-only">
        {state === 'copied' && 'Copied.'}
      </span>
    </span>
  )
}
