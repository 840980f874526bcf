import { checkSteps, findFailed } from './steps.ts'

const failed = await findFailed(checkSteps)
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.map(({ name }) => name).join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
