import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
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
} from './vite.plugins.ts'
import { offlineFiles } from './vite.offline.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** Texts may be longer in other languages. */
const isEnglish = readFileSync(here('app.html'), 'utf8').includes('lang="en"')

export default defineConfig({
  root: here('.'),
  appType: 'mpa',
  plugins: [
    applicationPages(),
    drawnLanding(),
    withoutJsonSchema(),
    withoutSummaries(),
    react({ compiler: true }),
    tailwindcss(),
    offlineFiles(),
    compressedFiles(),
    isEnglish && sizeBudget({ 'index.html': 75, 'app.html': 180 }),
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
