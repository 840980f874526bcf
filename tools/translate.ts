/**
 * `node tools/translate.ts --messages es.json --to FOLDER` writes Venire in another language: a copy of this folder with
 * translated texts, to start or to build a container from. The file's name is the language.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { listSeenFiles } from './copy.ts'
import { translate, type Catalog } from './copy.translate.ts'

/** Throws before it writes anything if a translation doesn't fit its English text. */
export function translateTree(root: string, messages: string, folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`)
  const catalog = JSON.parse(readFileSync(messages, 'utf8')) as Catalog
  const language = `lang="${basename(messages, '.json')}"`
  const translated = listSeenFiles(root).map((file) => {
    const text = translate(file, readFileSync(join(root, file), 'utf8'), catalog)
    return { file, text: text.replaceAll('lang="en"', language) }
  })
  const ignored = new Set(readFileSync(join(root, 'deploy/Containerfile.dockerignore'), 'utf8').split('\n'))
  const names = readdirSync(root).filter((name) => !ignored.has(name) && !name.endsWith('.log'))
  mkdirSync(folder, { recursive: true })
  for (const name of names) cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const { file, text } of translated) writeFileSync(join(folder, file), text)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { messages: { type: 'string' }, to: { type: 'string' } } })
  try {
    const { messages, to } = values
    if (!messages || !to) throw new Error('Usage: node tools/translate.ts --messages es.json --to FOLDER')
    translateTree(join(import.meta.dirname, '..'), messages, to)
    console.log(`Wrote ${to}. To start it, run ${join(to, 'venire')} start.`)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
