import { join } from 'node:path'
import type { Claim } from '#server/features/analysis/runs/runs.queries.ts'
import type { Config } from '#server/platform/config.ts'

/** Where the engine works: a folder for each video, and in it one for each analysis begun from the original. */
export const workRoot = (config: Config): string => join(config.DATA_DIR, 'work')

/** Where exports are written, a folder each, on the disk of the store. */
export const exportRoot = (config: Config): string => join(config.DATA_DIR, 'exports')

export const workFolder = (config: Config, { run, video }: Claim): string =>
  join(workRoot(config), video.id, run.workId)
