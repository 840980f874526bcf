import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

const source = fileURLToPath(new URL('./landing/render.tsx', import.meta.url))
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
        const { module } = await runnerImport<{ renderLanding(): string }>(source, { configFile: false })
        return html.replace(place, () => module.renderLanding())
      },
    },
  }
}
