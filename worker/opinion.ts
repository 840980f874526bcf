import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifacts } from '#contract/videos/analysis.ts'
import { askOpinion, type OpinionCache, type SecondOpinion } from '#engine/opinion/opinion.ts'
import { refuseAddress } from '#engine/speech/address.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import type { Claim } from '#server/features/analysis/runs/runs.queries.ts'
import { isOpinionOn } from '#server/features/opinions/opinions.service.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Log } from './log.ts'
import { workFolder } from './folders.ts'
import { configFor } from './recognition.ts'

const answersFolder = 'opinions'

/** Caches responses so that a repeated analysis requests only changed findings. */
function keepAnswers(folder: string): OpinionCache {
  const getPath = (key: string) => join(folder, answersFolder, `${key}.json`)
  return {
    read: (key) => readFile(getPath(key), 'utf8').catch(() => null),
    async write(key, text) {
      await mkdir(join(folder, answersFolder), { recursive: true, mode: 0o700 })
      await writeFile(getPath(key), text, { mode: 0o600 })
    },
  }
}

/**
 * Adds a language model's opinion if one is configured and the case lead enabled it. Failures become warnings and don't
 * affect the findings.
 */
export async function addOpinion(
  parts: Parts,
  log: Log,
  { run, video }: Claim,
  artifacts: Artifacts,
  signal: AbortSignal,
): Promise<Artifacts> {
  const { OPINION_URL, OPINION_KIND, OPINION_MODEL, OPINION_API_KEY, OPINION_ALLOW_REMOTE } = await configFor(
    parts,
    video.firmId,
  )
  if (!OPINION_URL || !OPINION_MODEL || artifacts.findings.skipped !== null) return artifacts
  if (!(await isOpinionOn(parts.database.db, video.caseId))) return artifacts
  const refusal = await refuseAddress(OPINION_URL, OPINION_ALLOW_REMOTE, 'opinion')
  if (refusal !== null)
    return warn(
      artifacts,
      `No second opinion: ${refusal} Fix OPINION_URL or OPINION_ALLOW_REMOTE, or change the firm’s analysis policy.`,
    )
  const host = new URL(OPINION_URL).host
  const service = { kind: OPINION_KIND, url: OPINION_URL, model: OPINION_MODEL, apiKey: OPINION_API_KEY ?? null }
  const { findings } = artifacts.findings
  // Recorded before anything is sent so that unanswered requests are audited too.
  const record = (action: string, details: object) =>
    parts.database.db.transaction((tx) =>
      recordAudit(tx, {
        firmId: video.firmId,
        actorId: null,
        action,
        entity: 'video',
        entityId: video.id,
        caseId: video.caseId,
        details: { runId: run.id, model: OPINION_MODEL, host, ...details },
      }),
    )
  await record('video.opinion_asked', { findings: findings.length })
  const material = { turns: artifacts.align.turns, exchanges: artifacts.exchanges, findings }
  const cache = keepAnswers(workFolder(parts.config, { run, video }))
  const opinion = await askOpinion(service, material, signal, { cache })
  const { asked, answered, reused, agreed, disputed, refused } = opinion
  const counts = { asked, answered, reused, agreed, disputed, refused }
  await record('video.opinion_given', counts)
  log.info({ videoId: video.id, runId: run.id, host, ...counts }, 'second opinion')
  if (opinion.fault !== null)
    log.warn(
      { videoId: video.id, runId: run.id, fault: opinion.fault, detail: String(opinion.cause) },
      'second opinion',
    )
  const warning = tell(opinion, OPINION_MODEL)
  const result = { ...artifacts, findings: { ...artifacts.findings, findings: opinion.findings } }
  return warning === null ? result : warn(result, warning)
}

function tell({ fault, asked, answered, refused }: SecondOpinion, model: string): string | null {
  const sentences: string[] = []
  if (fault !== null)
    sentences.push(`${fault} It answered ${answered} of ${asked} requests. The other findings are unchanged.`)
  if (refused > 0)
    sentences.push(
      `${refused} ${refused === 1 ? 'answer' : 'answers'} from ${model} misquoted the juror or didn’t match a finding and ${refused === 1 ? 'was' : 'were'} dropped.`,
    )
  return sentences.length === 0 ? null : sentences.join(' ')
}

const warn = (artifacts: Artifacts, sentence: string): Artifacts => ({
  ...artifacts,
  align: { ...artifacts.align, warnings: [...artifacts.align.warnings, sentence] },
})
