import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

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
