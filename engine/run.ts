import { mkdir } from 'node:fs/promises'
import type { Artifacts, StageName } from '#contract/analysis.ts'
import { checkArtifact, clearArtifact, computeKeys, identifyInput, readArtifact, writeArtifact } from './artifacts.ts'
import { type Progress, trackProgress } from './progress.ts'
import { type EngineOptions, type Stage, Transient, Unprocessable } from './stage.ts'

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

/**
 * Runs the stages whose artifact in the work folder is missing or stale, in their order; those marked
 * `beside` run next to the others where there is more than one thread. Throws `StageFailure`, or the signal's reason when aborted; the artifacts made until then stay and the next run goes on behind them.
 */
export async function runPipeline(run: {
  stages: readonly Stage[]
  input: string
  folder: string
  options: EngineOptions
  signal: AbortSignal
  onProgress?(progress: Progress): void
  /** These stages alone, with all that they read. */
  only?: readonly StageName[] | undefined
  /** Names the input's content where its file is copied about; otherwise size and time of change do. */
  inputId?: string | null
}): Promise<void> {
  const { folder } = run
  await mkdir(folder, { recursive: true })
  const stages = run.only ? withSources(run.stages, run.only) : run.stages
  const keys = computeKeys(stages, run.options, await identifyInput(run.input, run.inputId ?? null))
  const waiting = await planRun(stages, folder, keys)
  const track = trackProgress(
    stages,
    waiting,
    () => performance.now(),
    (progress) => run.onProgress?.(progress),
  )
  const stop = new AbortController()
  const signal = AbortSignal.any([run.signal, stop.signal])
  const runsBeside = (stage: Stage) => stage.beside === true && run.options.threads > 1

  const runStage = async (stage: Stage) => {
    signal.throwIfAborted()
    const startedAt = performance.now()
    if (!runsBeside(stage)) track.begin(stage.name)
    try {
      await clearArtifact(folder, stage.name)
      const sources = new Map<StageName, unknown>()
      for (const name of stage.reads) sources.set(name, await readArtifact(folder, name))
      const result = await stage.run({
        input: run.input,
        folder,
        options: run.options,
        signal,
        artifact<K extends StageName>(name: K) {
          // An artifact that is read but not declared would not make this stage stale when it changes.
          if (!sources.has(name)) throw new Error(`stage ${stage.name} reads ${name} without declaring it`)
          return sources.get(name) as Artifacts[K]
        },
        progress: (fraction) => (runsBeside(stage) ? track.beat() : track.move(stage.name, fraction)),
      })
      signal.throwIfAborted()
      const seconds = (performance.now() - startedAt) / 1000
      await writeArtifact(folder, stage.name, keys.get(stage.name) ?? '', seconds, result)
      if (runsBeside(stage)) track.endBeside(stage.name)
      else track.end(stage.name)
    } catch (error) {
      signal.throwIfAborted()
      throw describeFailure(stage.name, error)
    }
  }

  const beside = new Map<StageName, Promise<void>>()
  const unfinished = new Set(waiting)
  try {
    for (const stage of stages) {
      // Those that run beside begin as soon as what they read is there.
      for (const each of stages) {
        if (!runsBeside(each) || !waiting.has(each.name) || beside.has(each.name)) continue
        if (each.reads.some((name) => unfinished.has(name))) continue
        const running = runStage(each)
        // Its failure is told at the end; until then it must not count as unhandled.
        running.catch(() => {})
        beside.set(each.name, running)
      }
      if (!waiting.has(stage.name) || runsBeside(stage)) continue
      for (const name of stage.reads) await beside.get(name)
      await runStage(stage)
      unfinished.delete(stage.name)
    }
    await Promise.all(beside.values())
  } catch (error) {
    stop.abort()
    // Whoever runs again in this folder must not meet a tool that is still writing.
    await Promise.allSettled(beside.values())
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
