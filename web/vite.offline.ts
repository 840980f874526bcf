import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

const courtScreens = ['Courtroom', 'StrikeSheet', 'SessionStrikeLog', 'SessionReview']
const marker = '/* precached */ []'

/**
 * Writes the precache list into the service worker: the shell and the screens needed in court, with their imports.
 */
export function offlineFiles(): Plugin {
  let folder = ''
  return {
    name: 'offline-files',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    async writeBundle(_options, bundle) {
      const path = join(folder, 'sw.js')
      const worker = await readFile(path, 'utf8')
      const files = collectFiles(bundle)
      if (!worker.includes(marker) || files.length === 0)
        this.error('The service worker has no precache placeholder, or there are no files to precache.')
      await writeFile(path, worker.replace(marker, JSON.stringify(files)))
      this.info(`The service worker precaches ${files.length} files.`)
    },
  }
}

function collectFiles(bundle: Bundle): string[] {
  const found = new Set<string>()
  const isWanted = (name: string) => {
    const chunk = bundle[name]
    const screen =
      chunk?.type === 'chunk' ? /\/screens\/\w+\/(\w+)\.tsx$/.exec(chunk.facadeModuleId ?? '')?.[1] : undefined
    return screen === undefined || courtScreens.includes(screen)
  }
  const collect = (name: string) => {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') return
    found.add(name)
    for (const each of chunk.viteMetadata?.importedCss ?? []) found.add(each)
    for (const each of chunk.viteMetadata?.importedAssets ?? []) found.add(each)
    for (const each of chunk.imports) collect(each)
    for (const each of chunk.dynamicImports) if (isWanted(each)) collect(each)
  }
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && chunk.isEntry && chunk.facadeModuleId?.endsWith('app.html')) collect(chunk.fileName)
  }
  return [...found].toSorted().map((name) => `/${name}`)
}
