import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { atSecondTry, type Tally } from './tally.ts'

export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env.TALLY_FILE
    if (path) writeFileSync(path, JSON.stringify(toTally(modules)))
  }
}

function toTally(modules: readonly TestModule[]): Tally {
  const tally = { passed: 0, failed: 0, skipped: 0, named: [] as string[] }
  for (const module of modules) {
    const before = tally.failed
    for (const each of module.children.allTests()) {
      const { state } = each.result()
      if (state !== 'pending') tally[state]++
      const name = `${module.relativeModuleId} › ${each.fullName}`
      if (state === 'failed') tally.named.push(name)
      else if (each.diagnostic()?.flaky) tally.named.push(`${name}${atSecondTry}`)
    }
    if (module.state() !== 'failed' || tally.failed > before) continue
    tally.failed++
    tally.named.push(module.relativeModuleId)
  }
  return tally
}
