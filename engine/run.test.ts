import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StageName } from '#contract/videos/analysis.ts'
import { readArtifact } from './artifacts.ts'
import type { Progress } from './progress.ts'
import { runPipeline, StageFailure } from './run.ts'
import { type EngineOptions, type Stage, type StageContext, Transient, Unprocessable } from './stage.ts'

let folder = ''
let input = ''
let ran: StageName[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-run-'))
  input = join(folder, 'input')
  await writeFile(input, 'film')
  ran = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const options: EngineOptions = {
  transcript: null,
  recognition: { endpoint: null, modelFolder: null, allowDraft: false, findingsOnDraft: false },
  threads: 1,
}

type Work = (context: StageContext) => unknown

function stage(name: StageName, reads: StageName[], work: Work = () => name, more: Partial<Stage> = {}): Stage {
  const run = async (context: StageContext) => {
    ran.push(name)
    return work(context)
  }
  return { name, weight: 1, version: 1, reads, run, ...more } as Stage
}

function chain(change: Partial<Record<StageName, Partial<Stage>>> = {}): Stage[] {
  const writeAudio: Work = async (context) => {
    await writeFile(join(context.folder, 'audio.wav'), 'sound')
    return { file: 'audio.wav' }
  }
  return [
    stage('probe', [], undefined, change.probe),
    stage('audio', ['probe'], writeAudio, change.audio),
    stage('transcript', ['audio'], undefined, {
      dependsOn: (given) => given.transcript?.path ?? '',
      ...change.transcript,
    }),
    stage('summary', ['transcript'], undefined, change.summary),
  ]
}

const run = (stages: Stage[], more: Partial<Parameters<typeof runPipeline>[0]> = {}) =>
  runPipeline({ stages, input, folder: join(folder, 'work'), options, signal: new AbortController().signal, ...more })

test('a second run does nothing, and a changed input reruns everything', async () => {
  await run(chain())
  expect(ran).toEqual(['probe', 'audio', 'transcript', 'summary'])
  await run(chain())
  expect(ran).toHaveLength(4)
  await writeFile(input, 'another film')
  await run(chain())
  expect(ran).toHaveLength(8)
})

test("doesn't reanalyze a copied input with an ID", async () => {
  await run(chain(), { inputId: 'sha256-1' })
  await writeFile(input, 'film')
  await run(chain(), { inputId: 'sha256-1' })
  expect(ran).toHaveLength(4)
  await run(chain(), { inputId: 'sha256-2' })
  expect(ran).toHaveLength(8)
})

test('reruns only what depends on a changed option or version', async () => {
  await run(chain())
  ran = []
  await run(chain(), { options: { ...options, transcript: { path: '/t.srt', name: 't.srt' } } })
  expect(ran).toEqual(['transcript', 'summary'])
  ran = []
  const later = { options: { ...options, transcript: { path: '/t.srt', name: 't.srt' } } }
  await run(chain({ summary: { version: 2 } }), later)
  expect(ran).toEqual(['summary'])
})

test('resumes at the stage that failed', async () => {
  const broken = chain()
  broken[2] = stage('transcript', ['audio'], () => {
    throw new Transient('The disk is full.')
  })
  await expect(run(broken)).rejects.toMatchObject({
    stage: 'transcript',
    permanent: false,
    message: 'The disk is full.',
  })
  ran = []
  await run(chain())
  expect(ran).toEqual(['transcript', 'summary'])
})

test('rebuilds a truncated artifact', async () => {
  await run(chain())
  const path = join(folder, 'work', 'transcript.json')
  await writeFile(path, (await readFile(path, 'utf8')).slice(0, 20))
  ran = []
  await run(chain())
  expect(ran).toEqual(['transcript'])
})

test('rebuilds a deleted file only if a stale stage reads it', async () => {
  await run(chain())
  await rm(join(folder, 'work', 'audio.wav'))
  ran = []
  await run(chain())
  expect(ran).toEqual([])
  await run(chain({ transcript: { version: 2 } }))
  expect(ran).toEqual(['audio', 'transcript', 'summary'])
})

test("clears a stage's partial output before it reruns", async () => {
  await run(chain())
  await writeFile(join(folder, 'work', 'summary.part'), 'x')
  await run(chain({ summary: { version: 2 } }))
  const files = await readdir(join(folder, 'work'))
  expect(files.sort()).toEqual(['audio.json', 'audio.wav', 'probe.json', 'summary.json', 'transcript.json'])
})

test('runs only the requested stages and what they read', async () => {
  await run(chain(), { only: ['audio'] })
  expect(ran).toEqual(['probe', 'audio'])
})

test('aborting stops at once with its reason and leaves no result', async () => {
  const controller = new AbortController()
  const stages = chain()
  stages[1] = stage('audio', ['probe'], () => controller.abort(new Error('canceled')))
  await expect(run(stages, { signal: controller.signal })).rejects.toThrow('canceled')
  await expect(readArtifact(join(folder, 'work'), 'audio')).rejects.toThrow('no artifact')
  expect(ran).toEqual(['probe', 'audio'])
})

test('a failure names its stage and whether to retry, without a stack', async () => {
  const fail = async (error: Error): Promise<unknown> => {
    const throwing = stage('probe', [], () => {
      throw error
    })
    try {
      return await run([throwing])
    } catch (failure) {
      return failure
    }
  }
  expect(await fail(new Unprocessable('The file is empty.'))).toMatchObject({
    permanent: true,
    message: 'The file is empty.',
  })
  expect(await fail(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toMatchObject({
    message: 'The disk is full.',
  })
  const unknown = await fail(new TypeError("Cannot read properties of undefined (reading 'x')"))
  expect(unknown).toBeInstanceOf(StageFailure)
  expect(unknown).toMatchObject({ permanent: false, message: expect.not.stringContaining('undefined') })
})

test('a stage can read only what it declares', async () => {
  const failure = run([stage('probe', []), stage('audio', [], (context) => context.artifact('probe'))])
  await expect(failure).rejects.toMatchObject({
    cause: expect.objectContaining({ message: expect.stringContaining('without declaring') }),
  })
})

test('progress starts where the last run ended and reaches 1', async () => {
  const seen: Progress[] = []
  const stages = chain()
  await run(stages.slice(0, 2))
  await run(stages, { onProgress: (progress) => seen.push(progress) })
  expect(seen[0]).toMatchObject({ stage: 'transcript', fraction: 0, overall: 0.5 })
  expect(seen.at(-1)).toMatchObject({ stage: 'summary', fraction: 1, overall: 1 })
  expect(seen.map((p) => p.overall)).toEqual(seen.map((p) => p.overall).sort((a, b) => a - b))
})

function withPictures(thumbnails: Work, audio: Work): Stage[] {
  return [
    stage('probe', []),
    stage('audio', ['probe'], audio),
    stage('thumbnails', ['probe'], thumbnails, { beside: true }),
    stage('summary', ['audio']),
  ]
}

test('runs a parallel stage alongside others, or in order with one thread', async () => {
  const audioBegan = Promise.withResolvers<string>()
  const picturesBegan = Promise.withResolvers<string>()
  const meet = withPictures(
    () => (picturesBegan.resolve('here'), audioBegan.promise),
    () => (audioBegan.resolve('here'), picturesBegan.promise),
  )
  const seen: Progress[] = []
  await run(meet, { options: { ...options, threads: 2 }, onProgress: (progress) => seen.push(progress) })
  expect(seen.map(({ stage }) => stage)).not.toContain('thumbnails')
  expect(seen.at(-1)).toMatchObject({ overall: 1 })
  expect(await readArtifact(join(folder, 'work'), 'thumbnails')).toBe('here')
  ran = []
  await run(
    withPictures(
      () => 'x',
      () => 'x',
    ),
    { inputId: 'another' },
  )
  expect(ran).toEqual(['probe', 'audio', 'thumbnails', 'summary'])
})

test('waits for a parallel stage, whose failure fails the run', async () => {
  const broken = withPictures(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      throw new Transient('The disk is full.')
    },
    () => 'sound',
  )
  const failure = run(broken, { options: { ...options, threads: 2 } })
  await expect(failure).rejects.toMatchObject({ stage: 'thumbnails', message: 'The disk is full.' })
  expect(await readArtifact(join(folder, 'work'), 'summary')).toBe('summary')
})

test('a failure stops the parallel stage before it is reported', async () => {
  let ended = false
  const broken = withPictures(
    ({ signal }) =>
      new Promise((_, reject) => {
        const end = () => {
          ended = true
          reject(new Error('ended'))
        }
        if (signal.aborted) end()
        else signal.addEventListener('abort', end)
      }),
    () => {
      throw new Unprocessable('The audio cannot be read.')
    },
  )
  const failure = run(broken, { options: { ...options, threads: 2 } })
  await expect(failure).rejects.toMatchObject({ stage: 'audio' })
  expect(ended).toBe(true)
  await expect(readArtifact(join(folder, 'work'), 'thumbnails')).rejects.toThrow('no artifact')
})

test('reruns a stage and what depends on it, but nothing else', async () => {
  await run(chain())
  ran = []
  await run(chain(), { redoFrom: 'transcript' })
  expect(ran).toEqual(['transcript', 'summary'])
})

test('restarts a finished stage and resumes an unfinished one', async () => {
  const kept = join(folder, 'work', 'transcript_chunks')
  await run(chain(), { only: ['audio'] })
  await mkdir(kept)
  await run(chain(), { redoFrom: 'transcript' })
  expect(await readdir(join(folder, 'work'))).toContain('transcript_chunks')
  await run(chain(), { redoFrom: 'transcript' })
  expect(await readdir(join(folder, 'work'))).not.toContain('transcript_chunks')
})

test('distrusts unflushed files after a reboot', async () => {
  const stages = () => chain({ audio: { scratch: true } })
  await run(stages())
  const path = join(folder, 'work', 'audio.json')
  const envelope = JSON.parse(await readFile(path, 'utf8')) as { boot?: string }
  ran = []
  await run(stages())
  expect(ran).toEqual([])
  if (envelope.boot === undefined) return
  await writeFile(path, JSON.stringify({ ...envelope, boot: 'another' }))
  await run(stages())
  expect(ran).toEqual([])
  await run(stages(), { redoFrom: 'transcript' })
  expect(ran).toEqual(['audio', 'transcript', 'summary'])
})

test('early work starts before its inputs are ready, stops on request, and may fail', async () => {
  const audioMayEnd = Promise.withResolvers<void>()
  const ended: string[] = []
  const stages = (fails: boolean) => {
    const each = chain()
    each[1] = stage('audio', ['probe'], () => audioMayEnd.promise)
    each[2] = stage('transcript', ['audio'], () => ended.push('run'), {
      ahead: {
        reads: ['probe'],
        async run(context) {
          ended.push(`ahead of ${JSON.stringify(context.artifact('probe'))}`)
          audioMayEnd.resolve()
          if (fails) throw new Error('no recognizer')
          await new Promise<void>((resolve) => context.enough.addEventListener('abort', () => resolve()))
          ended.push('enough')
        },
      },
    })
    return each
  }
  await run(stages(false), { options: { ...options, threads: 2 } })
  expect(ended).toEqual(['ahead of "probe"', 'enough', 'run'])
  ended.length = 0
  await run(stages(true), { options: { ...options, threads: 2 }, inputId: 'another' })
  expect(ended).toEqual(['ahead of "probe"', 'run'])
})

test('a parallel stage waits for its predecessors, and text is forwarded as it arrives', async () => {
  const told: string[] = []
  const stages = [
    stage('probe', []),
    stage('audio', ['probe'], ({ onText }) => {
      onText?.([{ startMs: 0, endMs: 1, text: 'Yes.' }])
      told.push('audio')
    }),
    stage('thumbnails', ['probe'], () => void told.push('thumbnails'), { beside: true, after: ['audio'] }),
  ]
  await run(stages, {
    options: { ...options, threads: 2 },
    onText: (turns) => told.push(...turns.map(({ text }) => text)),
  })
  expect(told).toEqual(['Yes.', 'audio', 'thumbnails'])
})

test('a parallel stage uses its early work, which ends before the stage starts', async () => {
  const order: string[] = []
  const early: Partial<Stage> = {
    beside: true,
    ahead: {
      reads: ['audio'],
      async run({ enough }) {
        order.push('ahead')
        await new Promise<void>((resolve) => enough.addEventListener('abort', () => resolve()))
        order.push('enough')
      },
    },
  }
  const write = (name: StageName) => () => void order.push(name)
  const stages = [
    stage('audio', [], write('audio')),
    stage('transcript', ['audio'], write('transcript')),
    stage('voices', ['audio', 'transcript'], write('voices'), early),
    stage('speakers', ['voices'], write('speakers')),
  ]
  await run(stages, { options: { ...options, threads: 2 } })
  expect(order.filter((name) => name !== 'transcript')).toEqual(['audio', 'ahead', 'enough', 'voices', 'speakers'])
  order.length = 0
  await run(stages, { inputId: 'one thread' })
  expect(order).toEqual(['audio', 'transcript', 'voices', 'speakers'])
})

test('preloads nothing until a stage that may take long has ended', async () => {
  const order: string[] = []
  const moving = (name: StageName, more: Partial<Stage> = {}) =>
    stage(name, [], (context) => (context.progress(0.5), order.push(name)), more)
  const warm = () => Promise.resolve(order.push('warm'))
  const stages = [
    moving('speech'),
    moving('transcript', { delaysWarming: ({ transcript }) => transcript === null }),
    moving('align'),
    moving('summary', { warm }),
  ]
  await run(stages, { options: { ...options, threads: 2 } })
  expect(order).toEqual(['speech', 'transcript', 'warm', 'align', 'summary'])
  order.length = 0
  const transcript = { path: input, name: 'a.srt' }
  await run(stages, { options: { ...options, threads: 2, transcript }, inputId: 'with a transcript' })
  expect(order[0]).toBe('warm')
})

test('preloads large modules while a tool runs, not while users wait for audio', async () => {
  const order: string[] = []
  const note = (name: StageName, more: Partial<Stage> = {}) =>
    stage(
      name,
      [],
      (context) => {
        context.progress(0.5)
        order.push(name)
      },
      more,
    )
  const warm = () => Promise.resolve(order.push('warm'))
  await run([note('audio', { scratch: true }), note('speech'), note('summary', { warm })], {
    options: { ...options, threads: 2 },
  })
  expect(order).toEqual(['audio', 'warm', 'speech', 'summary'])
})
