import { type Plugin, runnerImport } from 'vite'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { basename, join } from 'node:path'
import { gzipSync, brotliCompress, constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'

export function applicationPages(): Plugin {
  return {
    name: 'application-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = request.url?.split('?')[0] ?? '/'
        const isPage = path !== '/' && !path.startsWith('/api') && !path.startsWith('/@') && !/\.\w+$/.test(path)
        if (isPage && request.headers.accept?.includes('text/html')) request.url = '/app.html'
        next()
      })
    },
  }
}

const summary = /^ {2}summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`),\n/gm

/** Only the API description that the server generates needs the endpoints' summaries. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/contract/') || !code.includes('defineEndpoint({')) return null
      return { code: code.replace(summary, ''), map: null }
    },
  }
}

const unused = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/

/** Only the server generates JSON Schema. Dropping that code saves 6 kB in the browser. */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!unused.test(id)) return null
      const source = await readFile(id, 'utf8')
      const names = [...source.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
      // zod's code calls these functions at load time to build methods that the browser never uses.
      return names.map((name) => `export function ${name}() { return () => {} }`).join('\n')
    },
  }
}

const landingRenderer = fileURLToPath(new URL('./landing/render.tsx', import.meta.url))
const place = '<!-- landing -->'

/**
 * Prerenders the landing page into index.html so that it appears without scripts and React loads only with the dialogs.
 */
export function drawnLanding(): Plugin {
  return {
    name: 'drawn-landing',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        if (!filename.endsWith('/web/index.html')) return html
        if (!html.includes(place)) throw new Error(`index.html is missing ${place}.`)
        const { module } = await runnerImport<{ renderLanding(): string }>(landingRenderer, { configFile: false })
        return html.replace(place, () => module.renderLanding())
      },
    },
  }
}

/** Fails the build if a page's initial scripts exceed its budget in gzipped kB. Lazy routes don't count. */
export function sizeBudget(budgets: Record<string, number>): Plugin {
  return {
    name: 'size-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const entry of Object.values(bundle)) {
        if (entry.type !== 'chunk' || !entry.isEntry || !entry.facadeModuleId) continue
        const page = basename(entry.facadeModuleId)
        const budgetKb = budgets[page]
        if (budgetKb === undefined) continue
        const files = new Set<string>()
        const collect = (name: string) => {
          const chunk = bundle[name]
          if (files.has(name) || chunk?.type !== 'chunk') return
          files.add(name)
          for (const each of chunk.imports) collect(each)
        }
        collect(entry.fileName)
        let bytes = 0
        for (const name of files) {
          const chunk = bundle[name]
          if (chunk?.type === 'chunk') bytes += gzipSync(chunk.code).length
        }
        const sentence = `${page} loads ${(bytes / 1000).toFixed(1)} kB of gzipped script. The budget is ${budgetKb} kB.`
        if (bytes > budgetKb * 1000) this.error(sentence)
        this.info(sentence)
      }
    },
  }
}

const compressible = /\.(?:js|css|html|svg|webmanifest|vtt|txt)$/
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
      const names = (await readdir(folder, { recursive: true })).filter((name) => compressible.test(name))
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
