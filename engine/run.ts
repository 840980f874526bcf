import { mkdir } from 'node:fs/promises'
import type { Artifacts, PartialTurn, StageName } from '#contract/videos/analysis.ts'
import {
  checkArtifact,
  clearArtifact,
  computeKeys,
  forgetFrom,
  identifyInput,
  readArtifact,
  writeArtifact,
} from './artifacts.ts'
import { type Progress, trackProgress } from './progress.ts'
import { type EngineOptions, type Stage, type StageContext, Transient, Unprocessable } from './stage.ts'

/** A stage that did not come to its end. `message` is one plain sentence; `cause` is for the log. */
export class StageFailure extends Error {
  override readonly name = 'StageFailure'
  readonly stage: StageName
  /** True where no retry will mend it. */
  readonly permanent: boolean

  constructor(stage: StageName, message: string, permanent: boolean, cause: unknown) {
    super(message, { cause })
    this.stage = stage
    this.permanent = permanent
  }
}

type Run = {
  stages: readonly Stage[]
  input: string
  folder: string
  options: EngineOptions
  signal: AbortSignal
  onProgress?(progress: Progress): void
  /** Words that were recognised while the transcript is not complete yet. */
  onText?(turns: readonly PartialTurn[]): void
  /** These stages alone, with all that they read. */
  only?: readonly StageName[] | undefined
  /** Make this stage, and what follows from it, anew. */
  redoFrom?: StageName | null | undefined
  /** Names the input's content where its file is copied about; otherwise size and time of change do. */
  inputId?: string | null
}

/**
 * Runs the stages whose artifact in the work folder is missing or stale, in their order; those marked
 * `beside` run next to the others where there is more than one thread. Throws `StageFailure`, or the signal's reason when aborted; the artifacts made until then stay and the next run goes on behind them.
 */
export async function runPipeline(run: Run): Promise<void> {
  const { folder, options } = run
  await mkdir(folder, { recursive: true })
  if (run.redoFrom) await forgetFrom(folder, run.stages, run.redoFrom)
  const stages = run.only ? withSources(run.stages, run.only) : run.stages
  const keys = computeKeys(stages, options, await identifyInput(run.input, run.inputId ?? null))
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
        // An artifact that is read but not declared would not make this stage stale when it changes.
        if (!sources.has(name)) throw new Error(`stage ${stage.name} reads ${name} without declaring it`)
        return sources.get(name) as Artifacts[K]
      },
      progress,
      tell: (turns) => run.onText?.(turns),
    }
  }

  let isWarm = !hasRoom
  /** Once a stage tells that its tool is at work, this process has nothing to do. People wait for the sound: not then. */
  const warmUp = (during: Stage) => {
    if (isWarm || during.scratch === true) return
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
  /** Work ahead of a stage; whatever stops it, the stage itself does all of it again and says what is wrong. */
  const runAhead = async (stage: Stage, ahead: NonNullable<Stage['ahead']>, ended: AbortSignal) => {
    try {
      await ahead.run({ ...(await openContext(stage, ahead.reads, () => {})), enough: ended })
    } catch {
      signal.throwIfAborted()
    }
  }

  const aside = new Map<StageName, Promise<void>>()
  const unfinished = new Set(waiting)
  const start = (name: StageName, into: Map<StageName, Promise<void>>, running: Promise<void>) => {
    // Its failure is told when it is waited for; until then it must not count as unhandled.
    running.catch(() => {})
    into.set(name, running)
  }
  const beforehand = new Map<StageName, Promise<void>>()
  /** Begins what may run next to the others, as soon as what it reads is there. */
  const startAside = () => {
    const isReady = (names: readonly StageName[]) => !names.some((name) => unfinished.has(name))
    for (const stage of stages) {
      if (!hasRoom || !unfinished.has(stage.name)) continue
      if (stage.ahead && !beforehand.has(stage.name) && isReady(stage.ahead.reads) && !isReady(stage.reads)) {
        const ended = new AbortController()
        enough.set(stage.name, ended)
        start(stage.name, beforehand, runAhead(stage, stage.ahead, ended.signal))
      }
      if (runsBeside(stage) && !aside.has(stage.name) && isReady([...stage.reads, ...(stage.after ?? [])]))
        start(stage.name, aside, runStage(stage))
    }
  }
  try {
    for (const stage of stages) {
      startAside()
      if (!waiting.has(stage.name) || runsBeside(stage)) continue
      for (const name of stage.reads) await aside.get(name)
      enough.get(stage.name)?.abort()
      await beforehand.get(stage.name)
      await runStage(stage)
      unfinished.delete(stage.name)
    }
    await Promise.all(aside.values())
  } catch (error) {
    stop.abort()
    // Whoever runs again in this folder must not meet a tool that is still writing.
    await Promise.allSettled([...aside.values(), ...beforehand.values()])
    throw error
  }
}

/** The wanted stages and, through any number of steps, what they read, in the pipeline's order. */
function withSources(stages: readonly Stage[], wanted: readonly StageName[]): Stage[] {
  const needed = new Set(wanted)
  for (const stage of stages.toReversed()) if (needed.has(stage.name)) for (const name of stage.reads) needed.add(name)
  return stages.filter((stage) => needed.has(stage.name))
}

/** Which stages must run: the stale ones, and those whose removed files (the audio of a finished run) a stale one reads. */
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
  return new StageFailure(
    stage,
    'This step stopped for a reason that is not known; the log has the details.',
    false,
    error,
  )
}
