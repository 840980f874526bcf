import { useState } from 'react'

/** The clipboard needs HTTPS or localhost. Otherwise, `byHand` shows the text to copy. */
export function useCopy(text: string, byHand?: () => void) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'manual'>('no')
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      byHand?.()
      setCopied('manual')
    }
  }
  return { copied, copy: () => void copy() }
}
