import { mkdir } from 'node:fs/promises'
import type { Artifacts, PartialTurn, StageName } from '#contract/videos/analysis.ts'
import {
  checkArtifact,
  clearArtifact,
  computeKeys,
  clearFrom,
  identifyInput,
  readArtifact,
  writeArtifact,
} from './artifacts.ts'
import { type Progress, trackProgress } from './progress.ts'
import { type EngineOptions, type Stage, type StageContext, Transient, Unprocessable } from './stage.ts'

/** `message` is shown to the user. `cause` is logged. */
export class StageFailure extends Error {
  override readonly name = 'StageFailure'
  readonly stage: StageName
  readonly permanent: boolean

  constructor(stage: StageName, message: string, permanent: boolean, cause: unknown) {
    super(message, { cause })
    this.stage = stage
    this.permanent = permanent
  }
}

/** The stored result that this run needs is missing or was made by an older version. */
export class StaleSource extends Error {}

type Run = {
  stages: readonly Stage[]
  input: string
  folder: string
  options: EngineOptions
  signal: AbortSignal
  onProgress?(progress: Progress): void
  onText?(turns: readonly PartialTurn[]): void
  only?: readonly StageName[] | undefined
  redoFrom?: StageName | null | undefined
  requires?: StageName | null | undefined
  inputId?: string | null
}

/**
 * Runs stages that are missing or stale. Throws `StageFailure`, `StaleSource`, or the signal's reason. Keeps finished
 * artifacts.
 */
export async function runPipeline(run: Run): Promise<void> {
  const { folder, options } = run
  await mkdir(folder, { recursive: true })
  const stages = run.only ? withSources(run.stages, run.only) : run.stages
  const keys = computeKeys(stages, options, await identifyInput(run.input, run.inputId ?? null))
  if (run.requires && (await checkArtifact(folder, run.requires, keys.get(run.requires) ?? '')) !== 'fresh')
    throw new StaleSource(`The result of stage ${run.requires} is stale.`)
  if (run.redoFrom) await clearFrom(folder, run.stages, run.redoFrom)
  const waiting = await planRun(stages, folder, keys)
  const track = trackProgress(
    stages.map((stage) => ({ name: stage.name, weight: stage.weightFor?.(options) ?? stage.weight })),
    waiting,
    () => performance.now(),
    (progress) => run.onProgress?.(progress),
  )
  const stop = new AbortController()
  const signal = AbortSignal.any([run.signal, stop.signal])
  const hasRoom = options.threads > 1
  const runsBeside = (stage: Stage) => stage.beside === true && hasRoom

  const openContext = async (
    stage: Stage,
    reads: readonly StageName[],
    progress: StageContext['progress'],
  ): Promise<StageContext> => {
    const sources = new Map<StageName, unknown>()
    for (const name of reads) sources.set(name, await readArtifact(folder, name))
    return {
      input: run.input,
      folder,
      options,
      signal,
      artifact<K extends StageName>(name: K) {
        // A source must be declared. Otherwise, the stage wouldn't become stale when the source changes.
        if (!sources.has(name)) throw new Error(`stage ${stage.name} reads ${name} without declaring it`)
        return sources.get(name) as Artifacts[K]
      },
      progress,
      onText: (turns) => run.onText?.(turns),
    }
  }

  const unfinished = new Set(waiting)
  let isWarm = !hasRoom
  /** Preloads modules while another stage's tool runs, but not during the audio stage, because users wait for it. */
  const warmUp = (during: Stage) => {
    if (isWarm || during.scratch === true) return
    if (stages.some((stage) => unfinished.has(stage.name) && stage.delaysWarming?.(options))) return
    isWarm = true
    for (const stage of stages) if (waiting.has(stage.name)) stage.warm?.().catch(() => {})
  }

  const runStage = async (stage: Stage) => {
    const { name } = stage
    const beside = runsBeside(stage)
    signal.throwIfAborted()
    const startedAt = performance.now()
    track.begin(name, beside)
    try {
      await clearArtifact(folder, name)
      const result = await stage.run(
        await openContext(stage, stage.reads, (fraction) => {
          track.move(name, fraction, beside)
          warmUp(stage)
        }),
      )
      signal.throwIfAborted()
      const seconds = (performance.now() - startedAt) / 1000
      await writeArtifact(folder, stage, { key: keys.get(name) ?? '', seconds, result })
      track.end(name, beside)
    } catch (error) {
      signal.throwIfAborted()
      throw describeFailure(name, error)
    }
  }

  const enough = new Map<StageName, AbortController>()
  /** Ignore failures here, because the stage repeats the work and reports the error. */
  const runAhead = async (stage: Stage, ahead: NonNullable<Stage['ahead']>, ended: AbortSignal) => {
    try {
      await ahead.run({ ...(await openContext(stage, ahead.reads, () => {})), enough: ended })
    } catch {
      signal.throwIfAborted()
    }
  }

  const beforehand = new Map<StageName, Promise<void>>()
  const stopEarlyWork = async ({ name }: Stage) => {
    enough.get(name)?.abort()
    await beforehand.get(name)
  }
  const aside = new Map<StageName, Promise<void>>()
  const start = (name: StageName, into: Map<StageName, Promise<void>>, running: Promise<void>) => {
    // This prevents an unhandled rejection, because the promise is awaited later.
    running.catch(() => {})
    into.set(name, running)
  }
  const startParallel = () => {
    const isReady = (names: readonly StageName[]) => !names.some((name) => unfinished.has(name))
    for (const stage of stages) {
      if (!hasRoom || !unfinished.has(stage.name)) continue
      if (stage.ahead && !beforehand.has(stage.name) && isReady(stage.ahead.reads) && !isReady(stage.reads)) {
        const ended = new AbortController()
        enough.set(stage.name, ended)
        start(stage.name, beforehand, runAhead(stage, stage.ahead, ended.signal))
      }
      if (runsBeside(stage) && !aside.has(stage.name) && isReady([...stage.reads, ...(stage.after ?? [])]))
        start(
          stage.name,
          aside,
          stopEarlyWork(stage).then(() => runStage(stage)),
        )
    }
  }
  try {
    for (const stage of stages) {
      startParallel()
      if (!waiting.has(stage.name) || runsBeside(stage)) continue
      for (const name of stage.reads) await aside.get(name)
      await stopEarlyWork(stage)
      await runStage(stage)
      unfinished.delete(stage.name)
    }
    await Promise.all(aside.values())
  } catch (error) {
    stop.abort()
    // Wait for running tools to finish writing before another run starts in this folder.
    await Promise.allSettled([...aside.values(), ...beforehand.values()])
    throw error
  }
}

function withSources(stages: readonly Stage[], wanted: readonly StageName[]): Stage[] {
  const needed = new Set(wanted)
  for (const stage of stages.toReversed()) if (needed.has(stage.name)) for (const name of stage.reads) needed.add(name)
  return stages.filter((stage) => needed.has(stage.name))
}

async function planRun(
  stages: readonly Stage[],
  folder: string,
  keys: ReadonlyMap<StageName, string>,
): Promise<Set<StageName>> {
  const waiting = new Set<StageName>()
  const readByWaiting = new Set<StageName>()
  for (const stage of stages.toReversed()) {
    const state = await checkArtifact(folder, stage.name, keys.get(stage.name) ?? '')
    if (state === 'fresh' || (state === 'gutted' && !readByWaiting.has(stage.name))) continue
    waiting.add(stage.name)
    for (const name of stage.reads) readByWaiting.add(name)
  }
  return waiting
}

function describeFailure(stage: StageName, error: unknown): StageFailure {
  if (error instanceof Unprocessable) return new StageFailure(stage, error.message, true, error)
  if (error instanceof Transient) return new StageFailure(stage, error.message, false, error)
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
    return new StageFailure(stage, 'The disk is full.', false, error)
  return new StageFailure(stage, 'This step failed unexpectedly. See the log for details.', false, error)
}
