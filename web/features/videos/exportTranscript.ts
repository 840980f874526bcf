import type { Turn } from '#contract/videos/transcript.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatTimecode } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { readAllTurns } from '#web/platform/turns.ts'

/** Saves the transcript as a text file: time code, speaker, words, page and line where the reporter gave them. */
export async function exportTranscript(videoId: string, filename: string): Promise<void> {
  try {
    const turns = await readAllTurns(videoId)
    if (turns.length === 0) throw new Error('No transcript available')
    save(turns.map(toLine).join('\n\n'), `${filename.replace(/\.[^.]*$/, '')} transcript.txt`)
  } catch (error) {
    toast({ title: 'Export Failed', description: describeError(error), variant: 'destructive' })
  }
}

export function toLine({ startMs, speaker, text, page, line }: Turn): string {
  const place = page === null ? '' : ` [${page}:${line ?? 1}]`
  const time = startMs === null ? '' : `${formatTimecode(startMs / 1000)}  `
  return `${time}${speaker ? `${speaker}: ` : ''}${text}${place}`
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
