import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const text = /\.(?:js|css|html|svg|webmanifest|vtt|txt)$/
const leastBytes = 1024

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Writes .br and .gz files next to each text file because the best compression is too slow to run on each request. */
export function compressedFiles(): Plugin {
  let folder = ''
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    async closeBundle(error) {
      if (error) return
      const names = (await readdir(folder, { recursive: true })).filter((name) => text.test(name))
      await Promise.all(names.map((name) => compress(join(folder, name))))
    },
  }
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < leastBytes) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [brotli, zip] = await Promise.all([toBrotli(content, { params }), toGzip(content, { level: 9 })])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zip)])
}
