import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { chunkGroups } from './vite.chunks.ts'
import {
  compressedFiles,
  drawnLanding,
  applicationPages,
  withoutSummaries,
  withoutJsonSchema,
  sizeBudget,
  translated,
} from './vite.plugins.ts'
import { offlineFiles } from './vite.offline.ts'

const messages = process.env['VENIRE_MESSAGES']
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  appType: 'mpa',
  plugins: [
    applicationPages(),
    translated(messages),
    drawnLanding(messages),
    withoutJsonSchema(),
    withoutSummaries(),
    react({ compiler: true }),
    tailwindcss(),
    offlineFiles(),
    compressedFiles(),
    !messages && sizeBudget({ 'index.html': 75, 'app.html': 180 }),
  ],
  resolve: {
    // Radix injects a <style> element, which the CSP (style-src 'self') blocks.
    alias: { 'react-style-singleton': here('ui/scrollLockStyle.ts') },
  },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    // The CSP blocks data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      input: [here('index.html'), here('app.html')],
      // Otherwise, importing one name from an index.ts would load everything it exports.
      treeshake: {
        moduleSideEffects: [
          { test: /\/web\/(?:features|platform|shell|ui|widgets)\/(?!zod).+\.tsx?$/, sideEffects: false },
        ],
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': 'http://127.0.0.1:3000' },
  },
})
