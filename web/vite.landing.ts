import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

const source = fileURLToPath(new URL('./landing/render.tsx', import.meta.url))
const place = '<!-- landing -->'

/**
 * Draws the landing page into index.html, so that its words and its picture are there before any script: nothing moves,
 * search engines read it, and React loads only with the dialogs.
 */
export function drawnLanding(): Plugin {
  return {
    name: 'drawn-landing',
    transformIndexHtml: {
      // Before the build looks for files in the page: the pictures are among them.
      order: 'pre',
      async handler(html, { filename }) {
        if (!filename.endsWith('/web/index.html')) return html
        if (!html.includes(place)) throw new Error(`index.html has no ${place}.`)
        const { module } = await runnerImport<{ renderLanding(): string }>(source, { configFile: false })
        return html.replace(place, () => module.renderLanding())
      },
    },
  }
}
