import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes half a minute and more, mostly in a few lines: begun last, it would keep one core waiting for the other. */
const slow =
  /cli\/analyze\.formats|engine\/media\/hostile|engine\/stages\/media|test\/(?:backup|exports\.reel\.kill|matrix\.sessions)|worker\/(?:worker|exports\.(?:films|hostile|pack|table))\./

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
    maxWorkers: 2,
    // Files run one after the other in a process that stays: each new process would load the program and compile the
    // database again, half of a file's processor time. Every file opens its own database and closes what it opened.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    testTimeout: 60_000,
    // As in the browser: what passes at its second try is told by name at the end of the run. Named twice, it is a fault.
    retry: 1,
    // What is looked for again and again is there at once on a quiet machine; a busy one is given time.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
  },
})
