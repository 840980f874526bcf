import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodeWav, sampleRate } from './wav.ts'
import { listenToVoices } from './listen.ts'
import { findVoiceModels } from './voice.models.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'voice-models-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const looksWhole = Buffer.concat([Buffer.from([0x08]), Buffer.alloc(200)])
const put = (name: string, content: Buffer = looksWhole) => {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), content)
}

test('finds two models by name and leaves others alone', async () => {
  expect(await findVoiceModels(folder)).toBeNull()
  put('parakeet/encoder.int8.onnx')
  expect(await findVoiceModels(folder)).toBeNull()
  put('sherpa-onnx-pyannote-segmentation-3-0/model.onnx')
  put('nemo_en_titanet_small.onnx')
  expect(await findVoiceModels(folder)).toEqual({
    name: 'sherpa-onnx-pyannote-segmentation-3-0 with nemo_en_titanet_small',
    segmentation: join(folder, 'sherpa-onnx-pyannote-segmentation-3-0/model.onnx'),
    embedding: join(folder, 'nemo_en_titanet_small.onnx'),
  })
})

test('rejects a missing half and a damaged file', async () => {
  put('nemo_en_titanet_small.onnx')
  await expect(findVoiceModels(folder)).rejects.toThrow('but no segmentation model')
  put('pyannote-segmentation/model.onnx', Buffer.alloc(0))
  await expect(findVoiceModels(folder)).rejects.toThrow('The voice model file model.onnx is empty.')
  rmSync(join(folder, 'nemo_en_titanet_small.onnx'))
  await expect(findVoiceModels(folder)).rejects.toThrow('but no embedding model')
})

test("reports models that don't load without crashing the engine", async () => {
  put('pyannote-segmentation/model.onnx')
  put('nemo_en_titanet_small.onnx')
  const wav = join(folder, 'second.wav')
  writeFileSync(wav, encodeWav(new Int16Array(sampleRate)))
  const watch = { signal: new AbortController().signal, progress() {} }
  await expect(listenToVoices(wav, { modelFolder: folder, threads: 1 }, watch)).rejects.toThrow(
    /The voice models .* cannot be loaded\. Their files are damaged or from another version\. Copy them again\./,
  )
})
