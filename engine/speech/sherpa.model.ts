import { open, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Unprocessable } from '#engine/stage.ts'
import { isVoiceModel } from '#engine/voice/voice.models.ts'
import { findFault } from '../voice/voice.models.ts'

export const modelFamilies = ['whisper', 'transducer', 'moonshine', 'sense_voice', 'ctc'] as const
export type ModelFamily = (typeof modelFamilies)[number]

/** `config` is the `modelConfig` for sherpa-onnx. `about` is shown with the transcript. */
export type Model = {
  family: ModelFamily
  name: string
  folder: string
  config: Record<string, unknown>
  about?: string
}

type Files = { folder: string; names: readonly string[] }

const notesBytes = 64 * 1024

/** Also searches subfolders. Throws `Unprocessable` if the model is incomplete or damaged. */
export async function findModel(folder: string): Promise<Model | null> {
  const places = [folder]
  for (const entry of await list(folder))
    if (entry.isDirectory() && !entry.name.startsWith('.')) places.push(join(folder, entry.name))
  const faults: string[] = []
  for (const place of places.sort()) {
    const files = {
      folder: place,
      names: (await list(place)).filter((entry) => !entry.isDirectory()).map((entry) => entry.name),
    }
    const isOther = (name: string) => /^silero|vad/i.test(name) || isVoiceModel(name)
    if (place !== folder && isVoiceModel(basename(place))) continue
    if (!files.names.some((name) => /\.(?:onnx|ort)$/.test(name) && !isOther(name))) continue
    const found = await readFamily(files)
    if (typeof found === 'string') faults.push(found)
    else return found
  }
  if (faults[0] !== undefined) throw new Unprocessable(faults[0])
  return null
}

async function list(folder: string) {
  try {
    return (await readdir(folder, { withFileTypes: true })).sort((a, b) => a.name.localeCompare(b.name))
  } catch {
    return []
  }
}

async function readFamily(files: Files): Promise<Model | string> {
  const name = basename(files.folder)
  const tokens = pick(files, /(?:^|[-_.])tokens\.txt$/)
  if (tokens === null) return `The model ${name} has no tokens.txt. Copy all of its files into the folder.`
  const base = { name, folder: files.folder }
  const part = (pattern: RegExp): string | null => pick(files, pattern)
  const encoder = part(/(?:^|[-_.])encoder[-_.\w]*\.onnx$/)
  const decoder = part(/(?:^|[-_.])decoder[-_.\w]*\.onnx$/)
  const joiner = part(/(?:^|[-_.])joiner[-_.\w]*\.onnx$/)
  const moonshine = {
    preprocessor: part(/preprocess[-_.\w]*\.onnx$/),
    encoder: part(/(?:^|[-_.])encode\.[.\w]*onnx$/),
    uncachedDecoder: part(/uncached_decode[.\w]*\.onnx$/),
    cachedDecoder: part(/(?<!un)cached_decode[.\w]*\.onnx$/),
  }
  if (Object.values(moonshine).some((file) => file !== null))
    return assemble({ ...base, family: 'moonshine' }, tokens, 'moonshine', moonshine)
  const mergedDecoder = part(/(?:^|[-_.])decoder_model_merged[-_.\w]*\.(?:onnx|ort)$/)
  if (mergedDecoder !== null) {
    const merged = { encoder: part(/(?:^|[-_.])encoder_model[-_.\w]*\.(?:onnx|ort)$/), mergedDecoder }
    return assemble({ ...base, family: 'moonshine' }, tokens, 'moonshine', merged)
  }
  if (joiner !== null) {
    // NeMo transducers (Parakeet) and icefall transducers need different types.
    const isNemo = /nemo|parakeet/i.test(name) || (encoder !== null && (await readNotes(encoder)).includes('EncDec'))
    const modelType = isNemo ? { modelType: 'nemo_transducer' } : {}
    return assemble({ ...base, family: 'transducer' }, tokens, 'transducer', { encoder, decoder, joiner }, modelType)
  }
  if (encoder !== null || decoder !== null)
    return assemble({ ...base, family: 'whisper' }, tokens, 'whisper', { encoder, decoder })
  const model = part(/\.onnx$/)
  const isSenseVoice = (await readFile(tokens, 'utf8')).includes('<|nospeech|>')
  if (isSenseVoice)
    return assemble(
      { ...base, family: 'sense_voice' },
      tokens,
      'senseVoice',
      { model },
      {},
      { language: 'en', useInverseTextNormalization: 1 },
    )
  // sherpa-onnx reads the type of CTC model from its metadata.
  return assemble({ ...base, family: 'ctc' }, tokens, 'nemoCtc', { model })
}

async function assemble(
  base: Omit<Model, 'config'>,
  tokens: string,
  key: string,
  parts: Record<string, string | null>,
  more: Record<string, unknown> = {},
  settings: Record<string, unknown> = {},
): Promise<Model | string> {
  for (const [part, path] of Object.entries(parts)) {
    if (path === null)
      return `The model ${base.name} (${base.family}) has no ${part} file. Copy all of its files into the folder.`
    const fault = await findFault(path)
    if (fault !== null) return `The file ${basename(path)} of the model ${base.name} ${fault}. Copy it again.`
  }
  if ((await stat(tokens)).size === 0)
    return `The file ${basename(tokens)} of the model ${base.name} is empty. Copy it again.`
  return { ...base, config: { [key]: { ...parts, ...settings }, tokens, ...more } }
}

/** Reads the end of the file, because exporters write the metadata there. */
async function readNotes(path: string): Promise<string> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const tail = Buffer.alloc(Math.min(size, notesBytes))
  await file.read(tail, 0, tail.length, size - tail.length)
  return tail.toString('latin1')
}

/** Prefers the 8-bit file, which is smaller, just as accurate, and faster on a CPU. */
function pick(files: Files, pattern: RegExp): string | null {
  const found = files.names.filter((name) => pattern.test(name))
  const name = found.find((each) => /int8/.test(each)) ?? found[0]
  return name === undefined ? null : join(files.folder, name)
}
