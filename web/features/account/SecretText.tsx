import { Check, Copy, Download } from 'lucide-react'
import { useRef } from 'react'
import { useCopy } from '#web/platform/page/useCopy.ts'
import { Button, TextArea, Notice } from '#web/ui/kit.ts'

type SecretTextProps = { label: string; text: string; rows: number; hint?: string; fileName?: string }

export function SecretText({ label, text, rows, hint, fileName }: SecretTextProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const { copied, copy } = useCopy(text, () => box.current?.select())

  return (
    <div className="grid gap-2">
      <TextArea
        ref={box}
        label={label}
        hint={hint}
        value={text}
        rows={rows}
        readOnly
        spellCheck={false}
        className="font-mono break-all"
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={copied === 'yes' ? <Check className="size-4" /> : <Copy className="size-4" />} onClick={copy}>
          Copy
        </Button>
        {fileName && (
          <a
            className="inline-flex min-h-8 items-center gap-2 rounded-control border border-line-strong px-3 text-sm font-bold no-underline hover:bg-hover touch:min-h-11"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download={fileName}
          >
            <Download className="size-4" aria-hidden />
            Save as file
          </a>
        )}
        <p aria-live="polite" className="text-sm text-ink-2">
          {copied === 'yes' && 'Copied'}
          {copied === 'manual' && 'The text is selected. Press Ctrl+C or ⌘C to copy it.'}
        </p>
      </div>
    </div>
  )
}

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="grid gap-4">
      <Notice tone="warning">
        Store these recovery codes somewhere other than your phone. Each works once if you lose your phone. They won’t
        be shown again.
      </Notice>
      <SecretText
        label="Recovery codes"
        text={codes.join('\n')}
        rows={codes.length}
        fileName="venire-recovery-codes.txt"
      />
    </div>
  )
}
