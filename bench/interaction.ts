/**
 * Measures layout shifts and the time from a key press or click to the next paint, compared with a plain page. Uses
 * 10,000 turns and 5,000 findings. Run: npm run bench -- interaction
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { node, root } from '#tools/steps.ts'

const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--project=measure', '--workers=1']
const env = { ...process.env, E2E_MEASURE: 'interaction' }
process.exitCode = spawnSync(node, args, { cwd: root, stdio: 'inherit', env }).status ?? 1
