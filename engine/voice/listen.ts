import { listenByModels } from './neural.ts'
import type { Voiceprints } from './prints.ts'
import type { Watch } from './silero.ts'
import { listenBySpectrum } from './spectrum.ts'
import { findVoiceModels } from './voice.models.ts'

/** Folder with model files, if there is one, and the threads that models may use. */
export type Listening = { modelFolder: string | null; threads: number }

/** Voiceprints of a 16 kHz mono WAV file: by neural models where the folder holds them, else by its spectrum alone. */
export async function listenToVoices(path: string, listening: Listening, watch: Watch): Promise<Voiceprints> {
  const models = listening.modelFolder === null ? null : await findVoiceModels(listening.modelFolder)
  return models === null ? listenBySpectrum(path, watch) : listenByModels(path, models, listening.threads, watch)
}
