import { useState } from 'react'

/** Browsers offer the clipboard on https and localhost only: elsewhere `byHand` shows the text to be copied. */
export function useCopy(text: string, byHand?: () => void) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'by hand'>('no')
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      byHand?.()
      setCopied('by hand')
    }
  }
  return { copied, copy: () => void copy() }
}
