import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,engine,server,worker,web,cli,test,tools,samples}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/global.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Files run one after the other in a process that stays: each new process would load the program and compile the
    // database again, half of a file's processor time. Every file opens its own database and closes what it opened.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
