import type { Turn } from '#contract/videos/transcript.ts'
import { readTranscript } from '#contract/videos/videos.ts'
import { callWithHeaders } from './call.ts'

/** Few enough to answer quickly, enough that an hour takes two requests; the server allows 2,000. */
const turnsAtOnce = 1000

/** Every turn of a video's transcript, page after page. */
export async function readAllTurns(videoId: string, signal?: AbortSignal, from = 0): Promise<Turn[]> {
  const input = { from, limit: turnsAtOnce }
  const { data, headers } = await callWithHeaders(readTranscript, { params: { videoId }, input }, { signal })
  const next = headers.get('x-next-cursor')
  return next === null ? data : [...data, ...(await readAllTurns(videoId, signal, Number(next)))]
}
