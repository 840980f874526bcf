import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take at least half a minute. They start first so that both cores stay busy until the end. */
const slow =
  /cli\/analyze\.formats|engine\/media\/hostile|engine\/stages\/media|test\/(?:audit\.chain|backup|cluster|concurrent|exports\.reel\.kill|matrix\.sessions|move)|worker\/(?:worker|exports\.(?:films|hostile|pack|ranges|table))\.|lifecycle\/race/

/** Without a record of earlier runs, Vitest sorts by file size, which doesn't predict run time. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  test: {
    include: ['{contract,law,engine,server,worker,web,cli,test,tools,samples}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/global.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // A new process per file would reload the program and recompile the database, half of a file's CPU time.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    testTimeout: 60_000,
    // Tests that pass on the second try are listed at the end of the run. One that keeps appearing there has a bug.
    retry: 1,
    // On an idle machine, polls finish at once. A busy machine needs more time.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
  },
})
