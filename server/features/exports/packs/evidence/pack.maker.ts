import { exportSpecs } from '#contract/exports/templates.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readKeyring } from '#server/platform/keys/installation-key.ts'
import { Permanent } from '#server/platform/queue.ts'
import { type Gathered, gather, chooseHighlights, getLabel, type Placed } from '../../documents/content/gather.ts'
import { buildManifest, software } from '../../documents/content/cover.ts'
import { type SpokenVideo, readTranscript } from '../../documents/content/transcript.ts'
import type { ExportMaker, Made, MakerInput, MakerProgress } from '../../core/maker.ts'
import type { PageWork } from '../../documents/page/page.thread.ts'
import type { PdfWork } from '../../documents/pdf/pdf.thread.ts'
import type { SealOrder } from '../sealed/seal.ts'
import { sealedNames } from '../sealed/sealed.types.ts'
import { verifyPage } from '../sealed/verify.page.ts'
import { runInThread } from '../../core/thread.ts'
import { writeZip } from '../../documents/content/zip.ts'
import { buildCertificate, certificateText, readme, buildPassages } from './pack.pages.ts'
import { type Clip, cutClips, planClips } from './clips.ts'
import { type Custody, writeCustody } from './custody.ts'
import { type Original, openOriginals } from '../../documents/content/recordings.ts'

const innerName = 'evidence-pack.zip'
const fixedBytes = 200_000

export const packMaker: ExportMaker<'pack'> = {
  type: 'pack',
  templates: exportSpecs.pack.templates,
  file: () => 'zip',

  async estimate(asked) {
    const gathered = await gather(asked)
    const { chosen } = await chooseHighlights(gathered)
    const films = await readTranscript(gathered)
    const originals = await openOriginals(gathered, chosen)
    const clips = planClips(gathered, chosen, films, originals)
    const cut = clips.filter(({ path }) => path !== null)
    const seconds = cut.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 1000, 0)
    const bytes = cut.reduce((sum, { startMs, endMs, videoId }) => {
      const { sizeBytes = 0, durationMs } = originals.find((each) => each.videoId === videoId) ?? {}
      return sum + (durationMs ? (sizeBytes * (endMs - startMs)) / durationMs : 0)
    }, fixedBytes)
    const without = clips.length - cut.length
    return {
      pages: null,
      rows: null,
      seconds: Math.round(seconds * 10) / 10,
      bytes: Math.round(bytes),
      items: chosen.length,
      warnings: [
        ...(chosen.length === 0 ? ['No highlights match your selection. Confirm some or change the filters.'] : []),
        ...(without > 0
          ? [
              `${without} of ${clips.length} passages will have no clip: a redacted name or employer is spoken, or there is no timecode.`,
            ]
          : []),
        'Faces and voices in clips aren’t altered. The custody log names the members of your firm who handled the recordings.',
      ],
    }
  },

  async make(input, out, progress, signal) {
    progress({ fraction: 0, step: 'Reading' })
    const gathered = await gather(input)
    const { chosen, unconfirmed } = await chooseHighlights(gathered)
    if (chosen.length === 0)
      throw new Permanent('No highlights match your selection. Confirm some or change the filters.')
    // Gets local copies because the pack contains the full originals.
    const openFile = (key: string) => input.storage.localCopy(key)
    const originals = await openOriginals({ ...gathered, openFile }, chosen)
    try {
      return await pack({ input, gathered, chosen, unconfirmed, originals, out, progress, signal })
    } finally {
      for (const original of originals) await original.release()
    }
  },
}

type Packing = {
  input: MakerInput
  gathered: Gathered
  chosen: Placed[]
  unconfirmed: number
  originals: Original[]
  out: string
  progress: (now: MakerProgress) => void
  signal: AbortSignal
}

async function pack(packing: Packing): Promise<Made> {
  const { input, gathered, chosen, originals, out, progress, signal } = packing
  const { folder, password, order } = input
  const films = await readTranscript(gathered)
  const planned = planClips(gathered, chosen, films, originals)
  const onCut = (fraction: number) => progress({ fraction: 0.05 + fraction * 0.6, step: 'Cutting clips' })
  const clips = await cutClips(input, planned, originals, onCut, signal)
  progress({ fraction: 0.65, step: 'Writing the passages' })
  const pages = await writePages(packing, clips, films)
  const custody = await writeCustody(gathered, chosen, originals, join(folder, 'custody'))
  const sealed = password === null ? out : join(folder, 'sealed')
  const cut = clips.flatMap(({ path, file }) => (path !== null && file !== null ? [{ path: file, name: path }] : []))
  const work: SealOrder = {
    kind: 'evidence_pack',
    software,
    about: toAbout(gathered, clips, originals, custody),
    files: [...pages, ...cut, { path: join(folder, 'custody'), name: sealedNames.custody }],
    originals: originals.map(({ path, filename, videoId, sha256 }) => ({ path, filename, videoId, sha256 })),
    folder,
    keyFolder: input.keyFolder,
    out: sealed,
  }
  await runInThread(
    new URL('../sealed/seal.thread.ts', import.meta.url),
    work,
    ({ fraction, step }) => progress({ fraction: 0.7 + fraction * 0.25, step }),
    signal,
  ).catch((error: unknown) => {
    // A retry can't succeed if an original has changed.
    throw error instanceof Error && error.message.startsWith('The original') ? new Permanent(error.message) : error
  })
  if (password !== null) {
    progress({ fraction: 0.95, step: 'Encrypting' })
    await writeZip(out, [{ name: innerName, path: sealed, stored: true }], password)
  }
  const counts = { passages: chosen.length, clips: cut.length, custodyEvents: custody.events }
  const inputs = originals.map(({ videoId, sha256 }) => ({ videoId, sha256 }))
  return { manifest: buildManifest(order, work.about, counts, inputs) }
}

async function writePages(
  { input: { folder, keyFolder }, gathered, chosen, unconfirmed, originals, signal }: Packing,
  clips: Clip[],
  films: SpokenVideo[],
): Promise<SealOrder['files']> {
  const quiet = () => {}
  const passages = await buildPassages(gathered, { chosen, clips, films, unconfirmed })
  const { fingerprint } = (await readKeyring(keyFolder)).current
  const certificate = buildCertificate(gathered, clips, originals, fingerprint)
  const at = (name: string) => join(folder, name)
  const page: PageWork = { doc: passages, out: at('passages.html'), password: null }
  await runInThread(new URL('../../documents/page/page.thread.ts', import.meta.url), page, quiet, signal)
  for (const [doc, name] of [
    [passages, 'passages.pdf'],
    [certificate, 'certificate-draft.pdf'],
  ] as const) {
    const work: PdfWork = { doc, out: at(name) }
    await runInThread(new URL('../../documents/pdf/pdf.thread.ts', import.meta.url), work, quiet, signal)
  }
  await writeFile(at('certificate-draft.txt'), certificateText(certificate))
  await writeFile(at('verify.html'), verifyPage())
  await writeFile(at('README.txt'), readme)
  return [
    'README.txt',
    'verify.html',
    'passages.html',
    'passages.pdf',
    'certificate-draft.pdf',
    'certificate-draft.txt',
  ].map((name) => ({ path: at(name), name }))
}

const toAbout = (
  gathered: Gathered,
  clips: readonly Clip[],
  originals: readonly Original[],
  custody: Custody,
): Record<string, unknown> => ({
  scope: { ...gathered.order.scope, label: getLabel(gathered) },
  filters: gathered.order.filters,
  options: gathered.order.options,
  clips: clips.map((clip) => ({ ...clip, file: undefined })),
  originals: originals.map(({ videoId, filename, sha256, sizeBytes, durationMs, receivedAt }) => ({
    videoId,
    filename,
    sha256,
    sizeBytes,
    durationMs,
    receivedAt,
  })),
  custody,
  audit: gathered.auditMark,
})
