import { join } from 'node:path'
import { runFfmpeg } from '#engine/media/ffmpeg.ts'
import { pocketsphinxTranscriber } from './pocketsphinx.ts'
import { testTranscriber } from './transcriber.suite.ts'
import type { Transcriber } from './transcriber.ts'

const sample = new URL('../../samples/voir-dire.mp4', import.meta.url).pathname

testTranscriber('PocketSphinx', {
  build: () => pocketsphinxTranscriber(1) as Transcriber,
  async record(folder) {
    const wav = join(folder, 'speech.wav')
    const options = ['-vn', '-ac', '1', '-ar', '16000', '-t', '6', '-c:a', 'pcm_s16le', '-f', 'wav']
    await runFfmpeg({ inputs: [{ path: sample }], output: { path: wav, options }, doing: 'cut' })
    const span = (startMs: number, endMs: number) => ({ startMs, endMs, regions: [{ startMs, endMs }] })
    return { wav, first: span(0, 3000), second: span(3000, 6000) }
  },
})
