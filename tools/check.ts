import { parseArgs } from 'node:util'
import { checkSteps, findFailed } from './steps.ts'

const usage = `Usage: node tools/check.ts

Runs these checks, two at a time, and exits with 1 if one fails:
${checkSteps.map(({ name }) => `  ${name}`).join('\n')}`

if (asksForHelp(process.argv.slice(2))) console.log(usage)
else {
  const failed = await findFailed(checkSteps)
  console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.map(({ name }) => name).join(', ')}.`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

function asksForHelp(args: string[]): boolean {
  try {
    return parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } }).values.help === true
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}
