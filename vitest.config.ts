import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,engine,server,worker,web,cli,test,tools,samples}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/global.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
