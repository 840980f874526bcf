/**
 * Measures the longest task while scrolling the review room (10,000 turns, 300 findings), compared with a plain list.
 * Run: npm run bench -- scroll
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { node, root } from '#tools/steps.ts'

const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--project=measure', '--workers=1']
const env = { ...process.env, E2E_MEASURE: 'scroll' }
process.exitCode = spawnSync(node, args, { cwd: root, stdio: 'inherit', env }).status ?? 1
