import { serveThread } from '../core/thread.ts'
import { writeZip } from '../documents/content/zip.ts'

export type FilmWork = {
  path: string
  name: string
  password: string
  out: string
}

serveThread(async (data) => {
  const { path, name, password, out } = data as FilmWork
  await writeZip(out, [{ name, path, stored: true }], password)
})
