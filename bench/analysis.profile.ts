import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { stageNames } from '#contract/videos/analysis.ts'
import { readArtifact, readSeconds } from '#engine/artifacts.ts'
import { analyzeInChild } from '#engine/host/analyze.ts'
import { type Input, inputs, makeInput, makeSpokenLoop } from './analysis.material.ts'
import { watchProcesses } from './growth.watch.ts'

const cores = 2

export async function profile(
  folder: string,
  { input, minutes, keep }: { input: string; minutes: number; keep: string | undefined },
): Promise<void> {
  const kinds = inputs.filter((each) => input === 'all' || each === input)
  if (kinds.length === 0) throw new Error(`--input needs one of ${inputs.join(', ')}, or all; it was "${input}".`)
  const loop = await makeSpokenLoop(folder)
  for (const kind of kinds) await profileInput(kind)

  async function profileInput(kind: Input): Promise<void> {
    const { video, options } = await makeInput(loop, minutes, kind, folder)
    const work = keep === undefined ? join(folder, `${kind}-work`) : join(keep, `${kind}-${minutes}`)
    await rm(work, { recursive: true, force: true })
    const load = loadavg()[0] ?? 0
    const watch = watchProcesses(cores)
    const started = performance.now()
    let firstText: number | null = null
    const outcome = await analyzeInChild({
      input: video,
      folder: work,
      options,
      signal: new AbortController().signal,
      onText: () => (firstText ??= (performance.now() - started) / 1000),
    })
    const wall = (performance.now() - started) / 1000
    const usage = watch.stop()
    if (!outcome.ok) throw new Error(`${outcome.stage}: ${outcome.reason} ${outcome.detail}`)
    const { speechMs } = await readArtifact(work, 'speech')
    console.log(
      `${kind}, ${minutes} min (${Math.round(speechMs / (minutes * 600))}% speech): ${wall.toFixed(1)} s, ` +
        `${usage.cpuSeconds.toFixed(1)} s of CPU time, ${((100 * usage.cpuSeconds) / wall / cores).toFixed(0)}% of ${cores} cores; ` +
        `it used or waited for ${(100 * usage.readyShare).toFixed(0)}%`,
    )
    console.log(
      `  load before: ${load.toFixed(1)}; first text: ${firstText === null ? '–' : `${Number(firstText).toFixed(1)} s`}`,
    )
    console.log(
      `  peak memory of all processes: ${usage.allMiB.toFixed(0)} MiB resident, ${usage.sharedMiB.toFixed(0)} MiB if shared pages count once; ` +
        `largest process: ${usage.largestMiB.toFixed(0)} MiB`,
    )
    const seconds = []
    for (const name of stageNames) seconds.push(`${name} ${((await readSeconds(work, name)) ?? 0).toFixed(1)}`)
    console.log(`  seconds per stage: ${seconds.join(', ')}`)
    let rest = usage.cpuSeconds
    for (const each of usage.kinds.toSorted((a, b) => b.cpuSeconds - a.cpuSeconds)) {
      rest -= each.cpuSeconds
      console.log(
        `  ${each.kind.padEnd(20)} ${each.cpuSeconds.toFixed(1).padStart(7)} s of CPU time, up to ${each.count} at once, largest ${each.largestMiB.toFixed(0)} MiB`,
      )
    }
    console.log(`  ${'too short to see'.padEnd(20)} ${Math.max(0, rest).toFixed(1).padStart(7)} s of CPU time`)
    await rm(video, { force: true })
  }
}
