import { copyFile, link, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifacts } from '#contract/videos/analysis.ts'
import { toVtt } from '#contract/videos/captions.ts'
import { proposeJurors } from '#engine/spoken/propose.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { notifyAnalysisCompleted } from '#server/features/analysis/analysis.notices.ts'
import { storeResults } from '#server/features/analysis/runs/results.queries.ts'
import { isRegrouping } from '#server/features/analysis/runs/runs.service.ts'
import { type Claim, completeRun } from '#server/features/analysis/runs/runs.queries.ts'
import { reapplyCorrections } from '#server/features/corrections/corrections.queries.ts'
import { followAnalysis, readSessionBefore } from '#server/features/highlights/highlights.sync.ts'
import { storeProposals } from '#server/features/proposals/proposals.queries.ts'
import { reapplyVoices } from '#server/features/speakers/turns.queries.ts'
import { recordCheck, toFilm } from '#server/features/videos/integrity.ts'
import { recordMedia, replaceVideoFiles, listVideoFiles } from '#server/features/videos/videos.queries.ts'
import { type FileKind, getSentKind, type VideoFileRow, videoPrefix } from '#server/features/videos/videos.table.ts'
import { sentKinds } from '#server/platform/http/bytes.ts'
import type { Parts } from '#server/platform/parts.ts'

/**
 * Replaces the files and facts from the previous run. Returns false and stores nothing if another worker took over the
 * run.
 */
export async function storeOutcome(parts: Parts, claim: Claim, folder: string, artifacts: Artifacts): Promise<boolean> {
  const { run, video } = claim
  // The path includes the fence, so a worker that lost its claim can't write to the new owner's files.
  const derived = (fence: number) => `${videoPrefix(video)}derived/${run.id}-${fence}/`
  const prefix = derived(run.fence)
  const made = await storeFiles(parts, claim, folder, prefix, artifacts)
  const proposals = proposeJurors(artifacts.align.turns, artifacts.speakers)
  const obsolete: string[] = []
  const stored = await parts.database.db.transaction(async (tx) => {
    const before = await readSessionBefore(tx, video.id)
    if (!(await completeRun(tx, claim))) return false
    await recordMedia(tx, video.id, artifacts.probe)
    const kept = (await listVideoFiles(tx, video.id)).filter((row) => made.reused.has(row.kind))
    obsolete.push(...(await replaceVideoFiles(tx, video.id, [...kept, ...made.rows])))
    for (const row of made.rows) if (row.kind === 'proxy') await recordCheck(tx, toFilm(video, row), row.sha256)
    await storeResults(tx, video.id, run.id, { ...artifacts, transcript: artifacts.align })
    await reapplyCorrections(tx, video.id)
    await reapplyVoices(tx, video.id)
    await storeProposals(tx, video.id, proposals)
    await followAnalysis(tx, video.id, before, { isQuiet: isRegrouping(run) })
    await recordAudit(tx, {
      firmId: video.firmId,
      actorId: null,
      action: 'video.processed',
      entity: 'video',
      entityId: video.id,
      caseId: video.caseId,
      details: {
        runId: run.id,
        sha256: video.sha256,
        engineVersion: artifacts.findings.engineVersion,
        transcriptSource: artifacts.align.source,
        turns: artifacts.align.turns.length,
        findings: artifacts.findings.findings.length,
      },
    })
    if (!isRegrouping(run)) await notifyAnalysisCompleted(tx, claim, artifacts.findings.findings.length)
    return true
  })
  if (!stored) {
    await parts.storage.removeAll(prefix)
    return false
  }
  for (const key of obsolete) await parts.storage.remove(key)
  for (let fence = 1; fence < run.fence; fence++) await parts.storage.removeAll(derived(fence))
  // Keeps the stage results for a later run with another transcript, but removes the large files.
  const large = [...listFiles(artifacts).map(({ file }) => file), artifacts.audio.file]
  for (const file of large) if (file !== null) await rm(join(folder, file), { force: true })
  return true
}

type Made = { rows: VideoFileRow[]; reused: ReadonlySet<FileKind> }

async function storeFiles(
  parts: Parts,
  { video }: Claim,
  folder: string,
  prefix: string,
  artifacts: Artifacts,
): Promise<Made> {
  const rows: VideoFileRow[] = []
  const reused = new Set<FileKind>()
  for (const { kind, file } of listFiles(artifacts)) {
    const found = await stat(join(folder, file)).catch(() => null)
    if (!found) {
      reused.add(kind)
      continue
    }
    const name = `${kind}${file.slice(file.lastIndexOf('.'))}`
    const key = `${prefix}${name}`
    // Link instead of moving. If the worker is killed before the commit, the next run still has the file.
    const twin = join(folder, `stored-${name}`)
    await rm(twin, { force: true })
    await link(join(folder, file), twin).catch(() => copyFile(join(folder, file), twin))
    const sha256 = kind === 'proxy' ? await parts.hasher.digest(twin) : null
    await parts.storage.adopt(twin, key)
    rows.push({ videoId: video.id, kind, key, mime: getMime(kind, key), sizeBytes: found.size, sha256 })
  }
  const captions = Buffer.from(toVtt(artifacts.align.turns))
  if (artifacts.align.turns.some((turn) => turn.startMs !== null)) {
    const key = `${prefix}captions.vtt`
    await parts.storage.put(key, captions)
    const mime = getMime('captions', key)
    rows.push({ videoId: video.id, kind: 'captions', key, mime, sizeBytes: captions.length, sha256: null })
  }
  return { rows, reused }
}

function listFiles({ proxy, thumbnails, waveform }: Artifacts): { kind: FileKind; file: string }[] {
  const files: [FileKind, string | null | undefined][] = [
    ['proxy', proxy.file],
    ['poster', thumbnails.poster],
    ['sprite', thumbnails.sprite?.file],
    ['waveform', waveform.file],
  ]
  return files.flatMap(([kind, file]) => (file ? [{ kind, file }] : []))
}

const getMime = (kind: FileKind, key: string): string => sentKinds[getSentKind({ kind, key })].mime
