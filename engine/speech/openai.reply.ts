import { z } from 'zod'
import type { Span } from '#contract/videos/analysis.ts'
import type { Word } from '#contract/videos/transcript.ts'
import { splitWords, spreadWords } from '#engine/transcript/draft.ts'

const seconds = z.number().nonnegative()
const ReplyWord = z.object({
  word: z.string().optional(),
  text: z.string().optional(),
  start: seconds,
  end: seconds,
  /** Services call the measure by one of these names. */
  probability: z.number().nullish(),
  confidence: z.number().nullish(),
  score: z.number().nullish(),
})
const Segment = z.object({
  text: z.string().default(''),
  start: seconds,
  end: seconds,
  avg_logprob: z.number().nullish(),
  words: z.array(ReplyWord).nullish(),
})
/** `verbose_json` of the services that follow OpenAI: words at the top level, inside segments, or not at all. */
export const Reply = z.object({
  text: z.string().default(''),
  words: z.array(ReplyWord).nullish(),
  segments: z.array(Segment).nullish(),
})
type Reply = z.infer<typeof Reply>

/** The words of a reply, on the recording's clock. Where only segments have times, or nothing has, they are spread. */
export function readReply(reply: Reply, chunk: Span): Word[] {
  const segments = reply.segments ?? []
  const words = reply.words?.length ? reply.words : segments.flatMap((segment) => segment.words ?? [])
  const toMs = (value: number): number => Math.min(chunk.endMs, chunk.startMs + Math.round(value * 1000))
  if (words.length > 0)
    return joinPieces(words).flatMap((word) => {
      const startMs = toMs(word.start)
      const endMs = Math.max(startMs, toMs(word.end))
      const confidence = clamp(word.probability ?? word.confidence ?? word.score ?? findConfidence(segments, word))
      const tokens = splitWords(word.word ?? word.text ?? '')
      if (tokens.length === 1) return [{ text: tokens[0] ?? '', startMs, endMs, confidence, estimated: false }]
      return spreadWords(tokens, startMs, endMs).map((part) => ({ ...part, confidence }))
    })
  if (segments.length > 0)
    return segments.flatMap((segment) => {
      const confidence = clamp(meanProbability(segment))
      const startMs = toMs(segment.start)
      const spread = spreadWords(splitWords(segment.text), startMs, Math.max(startMs, toMs(segment.end)))
      return spread.map((word) => ({ ...word, confidence }))
    })
  return spreadWords(splitWords(reply.text), chunk.startMs, chunk.endMs)
}

/** whisper.cpp gives pieces of words (" Amer", "ican"): where some begin with a space, the others go on the one before. */
function joinPieces(words: readonly z.infer<typeof ReplyWord>[]): z.infer<typeof ReplyWord>[] {
  const readText = (word: z.infer<typeof ReplyWord>): string => word.word ?? word.text ?? ''
  if (!words.some((word) => /^\s/.test(readText(word)))) return [...words]
  const joined: z.infer<typeof ReplyWord>[] = []
  for (const word of words) {
    const last = joined.at(-1)
    if (!last || /^\s/.test(readText(word))) joined.push({ ...word })
    else Object.assign(last, { word: readText(last) + readText(word), end: Math.max(last.end, word.end) })
  }
  return joined
}

const meanProbability = (segment: z.infer<typeof Segment> | undefined): number | null =>
  typeof segment?.avg_logprob === 'number' ? Math.exp(segment.avg_logprob) : null

const findConfidence = (segments: readonly z.infer<typeof Segment>[], word: { start: number }): number | null =>
  meanProbability(segments.find((segment) => word.start >= segment.start && word.start < segment.end))

const clamp = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : Math.min(1, Math.max(0, value))
