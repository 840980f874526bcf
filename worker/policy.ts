import { eq } from 'drizzle-orm'
import { firms } from '#server/features/team/team.table.ts'
import type { Config } from '#server/platform/config.ts'
import type { Parts } from '#server/platform/parts.ts'

/**
 * The settings of the installation as they hold for one firm: where its administrators keep the analysis on the machine,
 * nothing of its videos goes to a service outside, whatever the operator allows.
 */
export async function configFor(
  { config, database }: Pick<Parts, 'config' | 'database'>,
  firmId: string,
): Promise<Config> {
  const [firm] = await database.db.select({ isLocal: firms.localAnalysisOnly }).from(firms).where(eq(firms.id, firmId))
  // A firm that is gone allows nothing.
  return firm?.isLocal === false ? config : { ...config, SPEECH_ALLOW_REMOTE: false, OPINION_ALLOW_REMOTE: false }
}
