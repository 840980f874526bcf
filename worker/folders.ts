import { join } from 'node:path'
import type { Claim } from '#server/features/analysis/runs/runs.queries.ts'
import type { Config } from '#server/platform/config.ts'

export const workRoot = (config: Config): string => config.WORK_DIR ?? join(config.DATA_DIR, 'work')

/** Must be on the same disk as the store because finished files are renamed into it. */
export const exportRoot = (config: Config): string => join(config.DATA_DIR, 'exports')

export const workFolder = (config: Config, { run, video }: Claim): string =>
  join(workRoot(config), video.id, run.workId)
