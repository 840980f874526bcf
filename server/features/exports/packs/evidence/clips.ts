import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Gathered, Placed } from '../../documents/content/gather.ts'
import type { Original } from '../../documents/content/recordings.ts'
import type { SpokenVideo } from '../../documents/content/transcript.ts'
import type { ClipMade, MakerInput } from '../../core/maker.ts'

export type Clip = {
  /** Path in the zip. Null if there is no clip, in which case `why` gives the reason. */
  path: string | null
  why: string | null
  highlightId: string
  videoId: string
  startMs: number
  endMs: number
  made: ClipMade | null
  file: string | null
}

const leftOut = /\[(?:Juror [^\]]*|employer)\]/

export function planClips(
  { order, redact }: Gathered,
  chosen: readonly Placed[],
  films: readonly SpokenVideo[],
  originals: readonly Original[],
): Clip[] {
  const contextMs = order.options.contextSeconds * 1000
  return chosen.map(({ highlight: { id, videoId, start, end, juror } }, index): Clip => {
    const original = originals.find((each) => each.videoId === videoId)
    const durationMs = original?.durationMs ?? Infinity
    const startMs = Math.max(0, Math.round((start ?? 0) * 1000 - contextMs))
    const endMs = Math.min(durationMs, Math.round((end ?? start ?? 0) * 1000 + contextMs))
    const base = { highlightId: id, videoId, startMs, endMs, made: null, file: null }
    const without = (why: string): Clip => ({ ...base, path: null, why })
    if (start === null || original === undefined || endMs <= startMs) return without('The passage has no timecode.')
    const spoken = films.find((film) => film.videoId === videoId)?.spoken ?? []
    const isSaid = spoken.some(
      (turn) => (turn.startMs ?? Infinity) < endMs && (turn.endMs ?? -1) > startMs && leftOut.test(turn.text),
    )
    if (isSaid) return without('The clip would include a redacted name or employer.')
    const number = redact.text(juror?.number ?? '').replaceAll(/[^A-Za-z0-9-]/g, '')
    const name = `${String(index + 1).padStart(3, '0')}${number && `-juror-${number}`}.mp4`
    return { ...base, path: `clips/${name}`, why: null }
  })
}

export async function cutClips(
  { tools, folder }: MakerInput,
  planned: readonly Clip[],
  originals: readonly Original[],
  progress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Clip[]> {
  await mkdir(join(folder, 'clips'), { recursive: true })
  const totalMs = planned.reduce((sum, { path, startMs, endMs }) => sum + (path === null ? 0 : endMs - startMs), 0)
  let doneMs = 0
  const clips: Clip[] = []
  for (const clip of planned) {
    const original = originals.find((each) => each.videoId === clip.videoId)
    if (clip.path === null || !original) {
      clips.push(clip)
      continue
    }
    signal.throwIfAborted()
    const file = join(folder, clip.path)
    const stretch = { startMs: clip.startMs, endMs: clip.endMs }
    const made = await tools
      .cutClip(
        original.path,
        stretch,
        file,
        {
          mode: 'copy-where-exact',
          onTime: (reachedMs) => progress((doneMs + Math.max(0, reachedMs)) / Math.max(1, totalMs)),
        },
        signal,
      )
      .catch((error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'Permanent' || signal.aborted) throw error
        return null
      })
    doneMs += clip.endMs - clip.startMs
    progress(doneMs / Math.max(1, totalMs))
    clips.push(
      made === null
        ? { ...clip, path: null, why: 'The recording cannot be read at that point.' }
        : { ...clip, made, file },
    )
  }
  return clips
}
