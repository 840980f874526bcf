/**
 * Checks the text of every file that can be committed: no path of the machine where it was written, which would be
 * wrong on every other one and tells strangers about it, and no address of a package registry in the lock file.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const machinePath = /(?<![\w.~-])\/(?:work|home|tmp\/bash)[/_]\w[\w./-]*/

/** The sentences about one file's text; `name` is its path from the root. */
export function checkWords(name: string, text: string): string[] {
  const problems: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const [path] = machinePath.exec(line) ?? []
    if (path) problems.push(`${name}:${index + 1}: ${path} is a path of one machine; name the place another way.`)
  }
  if (name === 'package-lock.json' && /"resolved": "https?:/.test(text)) {
    problems.push(`${name}: names the registry it came from; npm leaves that out with omit-lockfile-registry-resolved.`)
  }
  return problems
}

/** Files that git tracks or would track; everything binary is left out. */
function listTexts(root: string): { name: string; text: string }[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return [...new Set(listed.split('\0'))]
    .filter((name) => name !== '' && existsSync(join(root, name)))
    .map((name) => ({ name, bytes: readFileSync(join(root, name)) }))
    .filter(({ bytes }) => !bytes.includes(0))
    .map(({ name, bytes }) => ({ name, text: bytes.toString('utf8') }))
}

if (import.meta.main) {
  const texts = listTexts(join(import.meta.dirname, '..'))
  const problems = texts.flatMap(({ name, text }) => checkWords(name, text))
  if (texts.length === 0) problems.push('No file was seen.')
  for (const problem of problems) console.error(problem)
  console.log(`words: ${texts.length} files, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
