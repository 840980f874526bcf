import { doubtLegend, hasDoubts, markDoubts } from '#contract/videos/doubts.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { readTranscript } from '#contract/videos/videos.ts'
import { describeError } from '#web/platform/apiError.ts'
import { callWithHeaders } from '#web/platform/call.ts'
import { formatTimecode } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'

export async function exportTranscript(videoId: string, filename: string): Promise<void> {
  try {
    const turns = await readAllTurns(videoId)
    if (turns.length === 0) throw new Error('No transcript available')
    const lines = [...(hasDoubts(turns) ? [doubtLegend] : []), ...turns.map(toLine)]
    save(lines.join('\n\n'), `${filename.replace(/\.[^.]*$/, '')} transcript.txt`)
  } catch (error) {
    toast({ title: 'Couldn’t export transcript', description: describeError(error), variant: 'destructive' })
  }
}

function toLine(turn: Turn): string {
  const { startMs, speaker, page, line } = turn
  const place = page === null ? '' : ` [${page}:${line ?? 1}]`
  const time = startMs === null ? '' : `${formatTimecode(startMs / 1000)}  `
  return `${time}${speaker ? `${speaker}: ` : ''}${markDoubts(turn)}${place}`
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** An hour of video takes about two requests. The server's limit is 2,000 turns per request. */
const turnsAtOnce = 1000

async function readAllTurns(videoId: string, signal?: AbortSignal, from = 0): Promise<Turn[]> {
  const input = { from, limit: turnsAtOnce }
  const { data, headers } = await callWithHeaders(readTranscript, { params: { videoId }, input }, { signal })
  const next = headers.get('x-next-cursor')
  return next === null ? data : [...data, ...(await readAllTurns(videoId, signal, Number(next)))]
}
