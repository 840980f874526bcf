import { availableParallelism } from 'node:os'
import type { Recognition } from '#engine/stage.ts'
import { findBuiltIn } from './builtin.ts'
import { pocketsphinxTranscriber } from './pocketsphinx.ts'
import { findModel } from './sherpa.model.ts'
import { sherpaTranscriber } from './sherpa.ts'
import type { Transcriber } from './transcriber.ts'

/**
 * Uses the first source that's available: the service, the model folder, the built-in model, or the draft. If the
 * service fails, nothing else is used.
 */
export async function chooseTranscriber(recognition: Recognition, threads: number): Promise<Transcriber | null> {
  if (recognition.endpoint) {
    const { openaiTranscriber } = await import('./openai.ts')
    return openaiTranscriber(recognition.endpoint)
  }
  // Leave one core free for playback. The built-in model is small enough to use all cores.
  const lanes = Math.max(1, Math.min(threads, availableParallelism() - 1))
  const model = recognition.modelFolder === null ? null : await findModel(recognition.modelFolder)
  if (model) return sherpaTranscriber(model, lanes)
  const builtIn = recognition.allowBuiltIn === true ? findBuiltIn() : null
  if (builtIn) return sherpaTranscriber(builtIn, Math.min(threads, availableParallelism()))
  return recognition.allowDraft ? pocketsphinxTranscriber(lanes) : null
}
