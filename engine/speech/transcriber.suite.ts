import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chunk, Transcriber } from './transcriber.ts'

export type Maker = {
  build(): Transcriber | Promise<Transcriber>
  record(folder: string): Promise<{ wav: string; first: Omit<Chunk, 'wav'>; second: Omit<Chunk, 'wav'> }>
}

export function testTranscriber(name: string, maker: Maker): void {
  describe(`${name} as a transcriber`, () => {
    let root = ''
    let first: Chunk
    let second: Chunk
    let transcriber: Transcriber
    const never = new AbortController().signal
    const makeFolder = (): Promise<string> => mkdtemp(join(root, 'work-'))

    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'venire-transcriber-'))
      const recording = await maker.record(root)
      first = { ...recording.first, wav: recording.wav }
      second = { ...recording.second, wav: recording.wav }
      transcriber = await maker.build()
    })
    afterAll(async () => {
      await transcriber.close()
      await rm(root, { recursive: true })
    })

    test("returns words on the recording's clock, in order, inside the chunk", async () => {
      const folder = await makeFolder()
      for (const chunk of [first, second]) {
        const { words } = await transcriber.transcribe(chunk, { folder, signal: never })
        expect(words.length).toBeGreaterThan(0)
        let last = chunk.startMs
        for (const word of words) {
          expect(word.text).toMatch(/^\S+$/)
          expect(word.startMs).toBeGreaterThanOrEqual(last)
          expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
          expect(word.endMs).toBeLessThanOrEqual(chunk.endMs)
          expect(word.confidence === null || (word.confidence >= 0 && word.confidence <= 1)).toBe(true)
          last = word.startMs
        }
      }
    })

    test('leaves no files behind', async () => {
      const folder = await makeFolder()
      await transcriber.transcribe(first, { folder, signal: never })
      expect(await readdir(folder)).toEqual([])
    })

    test('returns the same words for the same chunk, even in parallel', async () => {
      const folder = await makeFolder()
      const once = await transcriber.transcribe(second, { folder, signal: never })
      const both = await Promise.all(
        [first, second].map((chunk) => transcriber.transcribe(chunk, { folder, signal: never })),
      )
      expect(both[1]).toEqual(once)
    })

    test('stops on abort with its reason and works again afterward', async () => {
      const folder = await makeFolder()
      const stopped = new AbortController()
      const reason = new Error('the user canceled')
      const running = transcriber.transcribe(first, { folder, signal: stopped.signal })
      setTimeout(() => stopped.abort(reason))
      await expect(running).rejects.toBe(reason)
      await expect(transcriber.transcribe(first, { folder, signal: stopped.signal })).rejects.toBe(reason)
      expect((await transcriber.transcribe(first, { folder, signal: never })).words.length).toBeGreaterThan(0)
    })

    test('describes itself in a sentence and keeps its name between runs', async () => {
      const other = await maker.build()
      expect(other.id).toBe(transcriber.id)
      expect(transcriber.reason).toMatch(/\.$/)
      await other.close()
    })

    test('fails instead of hanging if the audio is missing', async () => {
      const folder = await makeFolder()
      const gone = { ...first, wav: join(root, 'gone.wav') }
      await expect(transcriber.transcribe(gone, { folder, signal: never })).rejects.toThrow(/\S/)
    })
  })
}
