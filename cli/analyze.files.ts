/** What `venire analyze` puts on the disk: a work folder that comes and goes, and the results. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AnalysisDocument, type Artifacts, stageNames } from '#contract/videos/analysis.ts'
import { toVtt } from '#contract/videos/captions.ts'
import { readSeconds } from '#engine/artifacts.ts'
import { toText } from '#engine/transcript/write.ts'

const workName = '.work'

/** The recording gets a name of ours, alone in its folder, by a link: no name of a user reaches ffmpeg. */
export async function openWork(out: string, file: string): Promise<{ input: string; folder: string }> {
  const inputFolder = join(out, workName, 'input')
  await rm(inputFolder, { recursive: true, force: true })
  await mkdir(inputFolder, { recursive: true })
  const input = join(inputFolder, 'recording')
  await symlink(file, input)
  const folder = join(out, workName, 'stages')
  await mkdir(folder, { recursive: true })
  return { input, folder }
}

/** Removes the work folder, and the result folder too where nothing is in it. */
export async function removeWork(out: string): Promise<void> {
  await rm(join(out, workName), { recursive: true, force: true })
  await rmdir(out).catch(() => {})
}

/** SHA-256 of a file as hexadecimal digits. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash, { signal })
  return hash.digest('hex')
}

/** Writes the results into the folder and answers the document; file names in it are relative to the folder. */
export async function writeResults(
  { file, out }: { file: string; out: string },
  folder: string,
  artifacts: Artifacts,
  sha256: string,
): Promise<AnalysisDocument> {
  const {
    probe,
    waveform,
    thumbnails,
    speech,
    align: transcript,
    speakers,
    exchanges,
    findings,
    summary,
    proxy,
  } = artifacts
  const stages = await Promise.all(
    stageNames.map(async (name) => ({ name, seconds: (await readSeconds(folder, name)) ?? 0 })),
  )
  const document = AnalysisDocument.parse({
    schema: 'venire.analysis/1',
    engineVersion: findings.engineVersion,
    file: { name: basename(file), sizeBytes: (await stat(file)).size, sha256 },
    probe,
    waveform,
    thumbnails,
    speech,
    transcript,
    speakers,
    exchanges,
    findings,
    summary,
    proxy,
    stages,
  } satisfies AnalysisDocument)
  for (const made of [waveform.file, thumbnails.poster, thumbnails.sprite?.file, proxy.file])
    if (made) await rename(join(folder, made), join(out, made))
  await writeFile(join(out, 'transcript.vtt'), toVtt(transcript.turns))
  await writeFile(join(out, 'transcript.txt'), toText(transcript))
  await writeFile(join(out, 'analysis.json'), `${JSON.stringify(document)}\n`)
  return document
}
