import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

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
