import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinPieces, sherpaTranscriber } from './sherpa.ts'
import { findModel, type Model } from './sherpa.model.ts'
import { testTranscriber } from './transcriber.suite.ts'
import { writeTinyModel } from './tiny.fixture.ts'
import { writeTones } from './tones.fixture.ts'

let root = ''
let tiny = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'venire-sherpa-'))
  tiny = join(root, 'tiny')
  await mkdir(tiny)
  await writeTinyModel(tiny)
})
afterAll(() => rm(root, { recursive: true }))

const record = async (folder: string) => {
  const wav = join(folder, 'tones.wav')
  await writeTones(wav, 12_000, [
    { startMs: 1000, endMs: 1500, pitch: 'low' },
    { startMs: 3000, endMs: 3500, pitch: 'high' },
    { startMs: 8000, endMs: 8500, pitch: 'high' },
  ])
  const regions = [
    { startMs: 1000, endMs: 1500 },
    { startMs: 3000, endMs: 3500 },
  ]
  return {
    wav,
    first: { startMs: 500, endMs: 4000, regions },
    second: { startMs: 7500, endMs: 9000, regions: [{ startMs: 8000, endMs: 8500 }] },
  }
}
const build = async () => sherpaTranscriber((await findModel(tiny)) as Model, 1)

testTranscriber('a sherpa-onnx model', { build, record })

test('a real model finds words at their time in the recording', async () => {
  const { wav, first, second } = await record(root)
  const transcriber = await build()
  const work = { folder: root, signal: new AbortController().signal }
  const heard = [
    ...(await transcriber.transcribe({ ...first, wav }, work)).words,
    ...(await transcriber.transcribe({ ...second, wav }, work)).words,
  ]
  expect(heard.map((word) => word.text)).toEqual(['yes', 'no', 'no'])
  for (const [at, startMs] of [1000, 3000, 8000].entries())
    expect(Math.abs((heard[at]?.startMs ?? 0) - startMs)).toBeLessThanOrEqual(60)
  await transcriber.close()
})

test('reports a damaged model without crashing the engine', async () => {
  const folder = join(root, 'damaged')
  await mkdir(folder)
  await writeTinyModel(folder)
  await writeFile(join(folder, 'model.onnx'), Buffer.concat([Buffer.from([8]), Buffer.alloc(5000, 7)]))
  const transcriber = sherpaTranscriber((await findModel(folder)) as Model, 1)
  const { wav, first } = await record(root)
  await expect(
    transcriber.transcribe({ ...first, wav }, { folder: root, signal: new AbortController().signal }),
  ).rejects.toThrow(
    'The model damaged cannot be loaded. Its files are damaged or from another version. Copy them again.',
  )
})

const onnx = Buffer.concat([Buffer.from([8]), Buffer.alloc(200)])
async function makeModel(name: string, files: Record<string, Buffer | string>): Promise<string> {
  const folder = join(root, 'sets', name)
  await mkdir(folder, { recursive: true })
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content)
  return folder
}

test.each([
  [
    'whisper',
    'sherpa-onnx-whisper-base.en',
    {
      'base.en-encoder.onnx': onnx,
      'base.en-encoder.int8.onnx': onnx,
      'base.en-decoder.int8.onnx': onnx,
      'base.en-tokens.txt': 'x',
    },
    /"encoder":"[^"]*encoder\.int8\.onnx"/,
  ],
  [
    'transducer',
    'sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8',
    { 'encoder.int8.onnx': onnx, 'decoder.int8.onnx': onnx, 'joiner.int8.onnx': onnx, 'tokens.txt': 'x' },
    /"modelType":"nemo_transducer"/,
  ],
  [
    'transducer',
    'renamed by hand',
    {
      'encoder.onnx': Buffer.concat([onnx, Buffer.from('EncDecRNNTBPEModel')]),
      'decoder.onnx': onnx,
      'joiner.onnx': onnx,
      'tokens.txt': 'x',
    },
    /"modelType":"nemo_transducer"/,
  ],
  [
    'transducer',
    'sherpa-onnx-zipformer-en',
    {
      'encoder-epoch-99-avg-1.onnx': onnx,
      'decoder-epoch-99-avg-1.onnx': onnx,
      'joiner-epoch-99-avg-1.onnx': onnx,
      'tokens.txt': 'x',
    },
    /"transducer":\{/,
  ],
  [
    'moonshine',
    'sherpa-onnx-moonshine-base-en-int8',
    {
      'preprocess.onnx': onnx,
      'encode.int8.onnx': onnx,
      'uncached_decode.int8.onnx': onnx,
      'cached_decode.int8.onnx': onnx,
      'tokens.txt': 'x',
    },
    /"cachedDecoder":"[^"]*\/cached_decode\.int8\.onnx"/,
  ],
  [
    'moonshine',
    'sherpa-onnx-moonshine-tiny-en-quantized',
    {
      'encoder_model.ort': Buffer.concat([Buffer.from('\0\0\0\0ORTM'), Buffer.alloc(200)]),
      'decoder_model_merged.onnx': onnx,
      'tokens.txt': 'x',
    },
    /"encoder":"[^"]*encoder_model\.ort","mergedDecoder":"[^"]*decoder_model_merged\.onnx"/,
  ],
  [
    'sense_voice',
    'sherpa-onnx-sense-voice',
    { 'model.int8.onnx': onnx, 'tokens.txt': '<|nospeech|> 1\n' },
    /"senseVoice":\{"model"/,
  ],
  ['ctc', 'sherpa-onnx-nemo-ctc-en', { 'model.int8.onnx': onnx, 'tokens.txt': 'x' }, /"nemoCtc":\{"model"/],
])('recognizes %s by its files (%s)', async (family, name, files, config) => {
  const folder = await makeModel(name, files)
  const model = await findModel(folder)
  expect(model).toMatchObject({ family, name })
  expect(JSON.stringify(model?.config)).toMatch(config)
})

test('finds a model in a subfolder, and none in an empty or missing folder', async () => {
  const above = join(root, 'above')
  await mkdir(above)
  await writeFile(join(above, 'silero_vad.onnx'), onnx)
  expect(await findModel(above)).toBeNull()
  await cp(tiny, join(above, 'tiny'), { recursive: true })
  expect(await findModel(above)).toMatchObject({ family: 'ctc', name: 'tiny' })
  expect(await findModel(join(root, 'nowhere'))).toBeNull()
})

test.each([
  ['no tokens', { 'model.onnx': onnx }, 'has no tokens.txt'],
  ['a part missing', { 'encoder.onnx': onnx, 'joiner.onnx': onnx, 'tokens.txt': 'x' }, 'has no decoder file'],
  ['an empty file', { 'model.onnx': '', 'tokens.txt': 'x' }, 'is empty'],
  ['a file cut off', { 'model.onnx': 'short', 'tokens.txt': 'x' }, 'is cut off'],
  [
    'a pointer in place of the file',
    { 'model.onnx': 'version https://git-lfs.github.com/spec/v1\n'.padEnd(130, 'x'), 'tokens.txt': 'x' },
    'is not an ONNX model',
  ],
  ['empty tokens', { 'model.onnx': onnx, 'tokens.txt': '' }, 'is empty'],
])('%s: explains what to do in a sentence', async (name, files, sentence) => {
  const folder = await makeModel(`bad ${name}`, files)
  await expect(findModel(folder)).rejects.toThrow(sentence)
  await expect(findModel(folder)).rejects.toThrow(/Copy/)
})

const chunk = {
  wav: '',
  startMs: 10_000,
  endMs: 20_000,
  regions: [
    { startMs: 10_000, endMs: 12_000 },
    { startMs: 16_000, endMs: 18_000 },
  ],
}

test('joins pieces into words with their confidence and drops model markers', () => {
  const words = joinPieces(
    {
      text: '',
      tokens: ['<|en|>', '▁I', "'m", '▁cer', 'tain', '.'],
      timestamps: [0, 0.1, 0.2, 0.5, 0.7, 0.9],
      durations: [],
      logProbs: [0, 0, Math.log(0.25), 0, 0, 0],
    },
    chunk,
  )
  expect(words).toEqual([
    { text: "I'm", startMs: 10_100, endMs: 10_440, confidence: 0.5, estimated: false },
    { text: 'certain.', startMs: 10_500, endMs: 11_140, confidence: 1, estimated: false },
  ])
})

test('reads letters with bars between words, and a model without times', () => {
  const letters = joinPieces(
    { text: '', tokens: ['n', 'o', '|', 'i'], timestamps: [0, 0.1, 0.2, 0.3], durations: [], logProbs: [] },
    chunk,
  )
  expect(letters.map((word) => word.text)).toEqual(['no', 'i'])
  const spread = joinPieces({ text: 'one two six ten', tokens: [], timestamps: [], durations: [], logProbs: [] }, chunk)
  expect(spread.map((word) => [word.text, word.startMs, word.estimated])).toEqual([
    ['one', 10_000, true],
    ['two', 11_000, true],
    ['six', 16_000, true],
    ['ten', 17_000, true],
  ])
})
