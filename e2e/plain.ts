import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const sample = fileURLToPath(new URL('../samples/voir-dire.mp4', import.meta.url))

/** Writes the sample's picture and sound without its captions. */
export async function makePlain(path: string): Promise<string> {
  const streams = ['-map', '0:v', '-map', '0:a', '-c', 'copy']
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', sample, ...streams, path])
  return path
}
