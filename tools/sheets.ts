/**
 * `node tools/sheets.ts [PATTERN]` makes a contact sheet, at four widths and in both themes, for every screen in each
 * of five states (normal, loading, failed, empty, and long content). Lists wide pages, cut-off text, and panes that
 * scroll inside panes. PATTERN selects sheets: `review`, `\.failed$`. Requires chromium.
 */
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node, root } from './steps.ts'

const folder = join(tmpdir(), 'venire-sheets')
const env = { ...process.env, E2E_MEASURE: 'sheets', SHEETS: folder, SHEETS_ONLY: process.argv[2] ?? '' }
const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--project=measure', '--retries=0']
process.exitCode = spawnSync(node, args, { cwd: root, stdio: 'inherit', env }).status ?? 1
console.log(folder)
