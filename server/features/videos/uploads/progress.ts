import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'

/** Percent of an unfinished upload: what lies on the disk against what was announced. */
export async function uploadProgress(config: Config, videoId: string, sizeBytes: number): Promise<number> {
  const file = await stat(join(config.DATA_DIR, 'uploads', videoId)).catch(() => null)
  if (!file || sizeBytes === 0) return 0
  return percent(file.size / sizeBytes)
}

/** A share from 0 to 1 as percent with one decimal. */
export const percent = (share: number): number => Math.min(100, Math.max(0, Math.round(share * 1000) / 10))
