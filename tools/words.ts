import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkProse, countDocumentation, proseLimit } from './words.prose.ts'
import { listCopy, readQuoted } from './copy.ts'
import { checkCopy } from './words.copy.ts'
import { checkVoice, listLines } from './words.voice.ts'

const machinePath = /(?<![\w.~-])\/(?:work|home|tmp\/bash)[/_]\w[\w./-]*/

export function checkWords(name: string, text: string): string[] {
  const problems: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const [path] = machinePath.exec(line) ?? []
    if (path) problems.push(`${name}:${index + 1}: ${path} is a path of one machine. Use a relative path.`)
  }
  if (name === 'package-lock.json' && /"resolved": "https?:/.test(text)) {
    problems.push(`${name}: names the registry it came from; npm leaves that out with omit-lockfile-registry-resolved.`)
  }
  return problems
}

export function listTexts(root: string): { name: string; text: string }[] {
  const isIgnored = readIgnored(root)
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (isIgnored(name, entry.isDirectory())) return []
      if (entry.isDirectory()) return walk(name)
      return entry.isFile() ? [name] : []
    })
  return walk('')
    .map((name) => ({ name, bytes: readFileSync(join(root, name)) }))
    .filter(({ bytes }) => !bytes.includes(0))
    .map(({ name, bytes }) => ({ name, text: bytes.toString('utf8') }))
}

/** Supports `name/`, `/name/`, `name`, and `*.ending`. Throws for anything else. */
function readIgnored(root: string): (name: string, isFolder: boolean) => boolean {
  const rules = readFileSync(join(root, '.gitignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, atRoot, star, word = '', folder] = /^(\/?)(\*?)([\w.-]+)(\/?)$/.exec(line) ?? []
      if (word === '') throw new Error(`.gitignore: tools/words.ts doesn't understand "${line}".`)
      return (name: string, isFolder: boolean) => {
        if (folder && !isFolder) return false
        const last = atRoot ? name : name.slice(name.lastIndexOf('/') + 1)
        return star ? last.endsWith(word) : last === word
      }
    })
  return (name, isFolder) => name === '.git' || rules.some((matches) => matches(name, isFolder))
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const texts = listTexts(root)
  const lines = listLines(root)
  const prose = countDocumentation(texts)
  const problems = [
    ...texts.flatMap(({ name, text }) => checkWords(name, text)),
    ...checkCopy(listCopy(root, readQuoted(root))),
    ...checkVoice(lines),
    ...checkProse(prose),
  ]
  if (texts.length === 0 || lines.length === 0) problems.push('No files found.')
  for (const problem of problems) console.error(problem)
  console.log(
    `words: ${texts.length} files, ${lines.length} texts, ${prose} of ${proseLimit} words of documentation, ${problems.length} problems`,
  )
  process.exitCode = problems.length > 0 ? 1 : 0
}
