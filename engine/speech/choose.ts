import { availableParallelism } from 'node:os'
import type { Recognition } from '#engine/stage.ts'
import { findBuiltIn } from './builtin.ts'
import { pocketsphinxTranscriber } from './pocketsphinx.ts'
import { findModel } from './sherpa.model.ts'
import { sherpaTranscriber } from './sherpa.ts'
import type { Transcriber } from './transcriber.ts'

/**
 * The recogniser that the settings ask for: the configured service, else a model in the folder of models, else the small one
 * that comes with the program, else a draft, these two where they are allowed; null where there is none. It is chosen once for a recording: a service that fails is an error, and nothing
 * else steps in for it unseen.
 */
export async function chooseTranscriber(recognition: Recognition, threads: number): Promise<Transcriber | null> {
  if (recognition.endpoint) {
    // Where no service is set up, nobody waits until what it needs is loaded.
    const { openaiTranscriber } = await import('./openai.ts')
    return openaiTranscriber(recognition.endpoint)
  }
  // Chunks run on all processors but one: somebody may be watching a video on this machine.
  const lanes = Math.max(1, Math.min(threads, availableParallelism() - 1))
  const model = recognition.modelFolder === null ? null : await findModel(recognition.modelFolder)
  const best = model ?? (recognition.allowBuiltIn === true ? findBuiltIn() : null)
  if (best) return sherpaTranscriber(best, lanes)
  return recognition.allowDraft ? pocketsphinxTranscriber(lanes) : null
}
