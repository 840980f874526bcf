import { eq } from 'drizzle-orm'
import { refuseAddress } from '#engine/speech/address.ts'
import type { Recognition } from '#engine/stage.ts'
import { firms } from '#server/features/team/team.table.ts'
import type { Config } from '#server/platform/config.ts'
import type { Parts } from '#server/platform/parts.ts'

/**
 * Audio leaves the private network only if the operator allows it. If the configured service is rejected, there is no
 * silent fallback to a weaker recognizer.
 */
export async function chooseRecognition(config: Config): Promise<Recognition> {
  const { SPEECH_URL, SPEECH_MODEL, SPEECH_API_KEY, SPEECH_ALLOW_REMOTE, MODELS_DIR } = config
  const refusal = SPEECH_URL === undefined ? null : await refuseAddress(SPEECH_URL, SPEECH_ALLOW_REMOTE)
  if (refusal !== null)
    return {
      endpoint: null,
      refused: `${refusal} Fix SPEECH_URL or SPEECH_ALLOW_REMOTE, change the firm’s analysis policy, or attach a transcript.`,
      modelFolder: null,
      allowBuiltIn: false,
      allowDraft: false,
      findingsOnDraft: config.DRAFT_FINDINGS,
    }
  return {
    endpoint:
      SPEECH_URL === undefined ? null : { url: SPEECH_URL, model: SPEECH_MODEL, apiKey: SPEECH_API_KEY ?? null },
    modelFolder: MODELS_DIR ?? null,
    allowBuiltIn: config.BUILT_IN_RECOGNITION,
    allowDraft: config.DRAFT_RECOGNITION,
    findingsOnDraft: config.DRAFT_FINDINGS,
  }
}

/**
 * If the firm allows only local analysis, no data goes to an outside service, even if the operator allows such
 * services.
 */
export async function configFor(
  { config, database }: Pick<Parts, 'config' | 'database'>,
  firmId: string,
): Promise<Config> {
  const [firm] = await database.db.select({ isLocal: firms.localAnalysisOnly }).from(firms).where(eq(firms.id, firmId))
  return firm?.isLocal === false ? config : { ...config, SPEECH_ALLOW_REMOTE: false, OPINION_ALLOW_REMOTE: false }
}
