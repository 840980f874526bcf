import type { Capability } from '#contract/operations/nodes.ts'
import { checkMediaTools } from '#engine/media/ffmpeg.ts'
import { findBuiltIn } from '#engine/speech/builtin.ts'
import { findModel } from '#engine/speech/sherpa.model.ts'
import type { Config } from '#server/platform/config.ts'

/** Returns null with the embedded database, because its only process takes every job and fails those it can't do. */
export async function findCapabilities(config: Config): Promise<Capability[] | null> {
  if (!config.DATABASE_URL) return null
  const { ffmpeg, ffprobe } = await checkMediaTools().catch(() => ({ ffmpeg: null, ffprobe: null }))
  const found = new Set(config.CAPABILITIES)
  if (ffmpeg && ffprobe) found.add('ffmpeg')
  if (found.has('speech:cuda') || (await hasRecognizer(config))) found.add('speech')
  if (config.OPINION_URL) found.add('opinion')
  return [...found].toSorted()
}

async function hasRecognizer({ SPEECH_URL, MODELS_DIR, BUILT_IN_RECOGNITION }: Config): Promise<boolean> {
  if (SPEECH_URL) return true
  if (MODELS_DIR) return (await findModel(MODELS_DIR).catch(() => null)) !== null
  return BUILT_IN_RECOGNITION && findBuiltIn() !== null
}
