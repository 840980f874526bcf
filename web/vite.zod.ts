import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const unused = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/

/**
 * Only the server turns schemas into JSON Schema, yet every zod schema refers to that code. In the browser these
 * functions are never called; left in, they would cost 6 kB of the shell's budget.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!unused.test(id)) return null
      const source = await readFile(id, 'utf8')
      const names = [...source.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
      // zod makes a method of each schema at load time; what it gets back is never used.
      return names.map((name) => `export function ${name}() { return () => {} }`).join('\n')
    },
  }
}
