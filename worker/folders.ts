import { join } from 'node:path'
import type { Claim } from '#server/features/analysis/runs/runs.queries.ts'
import type { Config } from '#server/platform/config.ts'

/** One folder per video, with one per analysis inside. */
export const workRoot = (config: Config): string => join(config.DATA_DIR, 'work')

/** One folder per export, on the same disk as the store. */
export const exportRoot = (config: Config): string => join(config.DATA_DIR, 'exports')

export const workFolder = (config: Config, { run, video }: Claim): string =>
  join(workRoot(config), video.id, run.workId)
