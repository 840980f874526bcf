import { writeFile } from 'node:fs/promises'
import type { Doc } from '../content/doc.ts'
import { serveThread } from '../../core/thread.ts'
import { htmlOf } from './html.ts'
import { lockPage } from './lock.ts'

export type PageWork = { doc: Doc; out: string; password: string | null }

serveThread(async (data, progress) => {
  const { doc, out, password } = data as PageWork
  const html = await htmlOf(doc)
  progress({ fraction: 0.7, step: password === null ? 'Writing' : 'Encrypting' })
  await writeFile(out, password === null ? html : lockPage(html, password), { flag: 'wx', mode: 0o600 })
})
