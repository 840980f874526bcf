import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { gather } from '../../documents/content/gather.ts'
import { manifestOf } from '../../documents/content/manifest.ts'
import type { ExportMaker } from '../../core/maker.ts'
import type { SealOrder } from '../sealed/seal.ts'
import { inThread } from '../../core/thread.ts'
import { writeZip } from '../../documents/content/zip.ts'
import { collectCase } from './archive.write.ts'

const innerName = 'case-archive.zip'
/** Of records: a turn with its words in JSON, and what little the rest adds. */
const bytesOf = { turn: 4000, fixed: 100_000 } as const

export const archiveMaker: ExportMaker = {
  type: 'archive',
  templates: ['case_archive'],
  file: () => 'zip',

  async estimate(asked) {
    await gather(asked)
    const { rows } = await asked.db.execute<{ bytes: string; made: string; turns: string; videos: string }>(sql`
      select coalesce(sum(size_bytes), 0) as bytes, count(*) as videos,
        (select coalesce(sum(size_bytes), 0) from video_files where video_id in (select id from videos where case_id = ${asked.order.scope.id})) as made,
        (select count(*) from transcript_turns where video_id in (select id from videos where case_id = ${asked.order.scope.id})) as turns
      from videos where case_id = ${asked.order.scope.id} and received_at is not null`)
    const [sum] = rows
    return {
      pages: null,
      rows: null,
      seconds: null,
      bytes: Number(sum?.bytes ?? 0) + Number(sum?.made ?? 0) + Number(sum?.turns ?? 0) * bytesOf.turn + bytesOf.fixed,
      items: Number(sum?.videos ?? 0),
      warnings: [
        'It holds everything: names of jurors, privileged work product and the audit record. It cannot be shared by link.',
        'Restricted records are not in it.',
      ],
    }
  },

  async make(input, out, progress, signal) {
    const { db, storage, order, folder, password, keyFolder } = input
    // Asks again whether the person may still do this.
    await gather(input)
    const collected = await collectCase({ db, storage, caseId: order.scope.id, folder }, (fraction) =>
      progress({ fraction: fraction * 0.2, step: 'Reading the records' }),
    )
    const { release, ...what } = collected
    const sealed = password === null ? out : join(folder, 'sealed')
    try {
      const work: SealOrder = { ...what, folder, keyFolder, out: sealed }
      await inThread(
        new URL('../sealed/seal.thread.ts', import.meta.url),
        work,
        ({ fraction, step }) => progress({ fraction: 0.2 + fraction * 0.7, step }),
        signal,
      )
    } finally {
      await release()
    }
    if (password !== null) {
      progress({ fraction: 0.92, step: 'Encrypting' })
      await writeZip(out, [{ name: innerName, path: sealed, stored: true }], password)
    }
    return { manifest: manifestOf(order, what.about, { files: what.files.length }) }
  },
}
