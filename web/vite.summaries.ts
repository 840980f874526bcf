import type { Plugin } from 'vite'

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
