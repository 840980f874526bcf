import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const sample = fileURLToPath(new URL('../samples/voir-dire.mp4', import.meta.url))

export async function makePlain(path: string, seconds = 3600): Promise<string> {
  const streams = ['-map', '0:v', '-map', '0:a', '-t', String(seconds), '-c', 'copy']
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', sample, ...streams, path])
  return path
}
