import { Check, Copy } from 'lucide-react'
import { useCopy } from '#web/platform/page/useCopy.ts'
import { IconButton } from '#web/ui/kit.ts'

type CopyTextProps = { label: string; text: string; shown?: string }

export function CopyText({ label, text, shown = text }: CopyTextProps) {
  const { copied, copy } = useCopy(text)
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="text-sm break-all select-all">{copied === 'manual' ? text : shown}</code>
      <IconButton
        label={label}
        icon={copied === 'yes' ? <Check className="size-4" /> : <Copy className="size-4" />}
        onClick={copy}
      />
      <span aria-live="polite" className="sr-only">
        {copied === 'yes' && 'Copied'}
      </span>
    </span>
  )
}
