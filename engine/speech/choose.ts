import { availableParallelism } from 'node:os'
import type { Recognition } from '#engine/stage.ts'
import { findBuiltIn } from './builtin.ts'
import { pocketsphinxTranscriber } from './pocketsphinx.ts'
import { findModel } from './sherpa.model.ts'
import { sherpaTranscriber } from './sherpa.ts'
import type { Transcriber } from './transcriber.ts'

/**
 * Prefers the service, then the model folder, the built-in model, and the draft. There is no fallback if the service
 * fails.
 */
export async function chooseTranscriber(recognition: Recognition, threads: number): Promise<Transcriber | null> {
  if (recognition.endpoint) {
    const { openaiTranscriber } = await import('./openai.ts')
    return openaiTranscriber(recognition.endpoint)
  }
  // Leaves one core free for playback. The built-in model is light enough to use all cores.
  const lanes = Math.max(1, Math.min(threads, availableParallelism() - 1))
  const model = recognition.modelFolder === null ? null : await findModel(recognition.modelFolder)
  if (model) return sherpaTranscriber(model, lanes)
  const builtIn = recognition.allowBuiltIn === true ? findBuiltIn() : null
  if (builtIn) return sherpaTranscriber(builtIn, Math.min(threads, availableParallelism()))
  return recognition.allowDraft ? pocketsphinxTranscriber(lanes) : null
}
