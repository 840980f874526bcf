/**
 * Loads a video page with 10,000 turns in a fresh browser. Measures requests, bytes, largest contentful paint, and
 * blocking time. Run: npm run bench -- page
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { node, root } from '#tools/steps.ts'

const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--project=measure', '--workers=1']
const env = { ...process.env, E2E_MEASURE: 'page' }
process.exitCode = spawnSync(node, args, { cwd: root, stdio: 'inherit', env }).status ?? 1
