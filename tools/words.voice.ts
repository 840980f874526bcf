import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listComments, listCopy, readQuoted } from './copy.ts'

type Line = { at: string; text: string; isCopy: boolean }

const giveaways: readonly [RegExp, string][] = [
  [/\bnobody[’']s\b|\b(?:of|to|for|by) nobody\b/i, 'say “not assigned” or “no one”'],
  [/\bof (?:theirs|yours|ours)\b/i, 'say “their”, “your”, or “our”'],
  [
    /(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|fewer|less|later|earlier|better|such|one|match)\w+/i,
    'say “isn’t a”',
  ],
  [/\banew\b/i, 'say “again”'],
  [/\bas far as\b/i, 'say “if” or “what”'],
  [/\bin so many words\b|\bto be had\b|\bcomes? along\b|\bsuch a one\b/i, 'say it in ordinary words'],
  [/\bwhere (?:no|none|nobody|nothing|there is|there are)\b/i, 'say “if” or “when”'],
  [/\b(?:tells?|told|says?|said) of\b/i, 'say “about”, or name the act: “notify”, “show”'],
  [/\btak(?:e|es|en|ing) (?:it )?back\b/i, 'say “undo”, “withdraw”, or “restore”'],
  [/\bstands? here\b/i, 'say “appear”'],
  [/\bbring (?:it|them|this) in\b/i, 'say “import”'],
  [/\bsigns? nobody\b|\bnobody is (?:at|in|yet)\b/i, 'say “no longer works” or “none yet”'],
  [/\bwithout an end\b/i, 'say “never expires”'],
  [/\b(?:was|were) said in court\b/i, 'say “on the record”'],
  [/\bby (?:itself|themselves)\b(?=[.,;]? (?:and|follows?|later|again)|\.$)/i, 'say “automatically” or “alone”'],
  [/\d %/, 'write 75%'],
]
const copyOnly: readonly [RegExp, string][] = [[/\bplease\b|\bsuccessfully\b|\boops\b|!(?=\s|$)/i, 'leave it out']]

export function checkVoice(lines: readonly Line[]): string[] {
  return lines.flatMap(({ at, text, isCopy }) =>
    [...giveaways, ...(isCopy ? copyOnly : [])].flatMap(([pattern, fix]) => {
      const [found] = pattern.exec(text) ?? []
      return found === undefined ? [] : [`${at}: “${found}” reads like a translation; ${fix}.`]
    }),
  )
}

/** These pages quote the titles of tests. */
const evidence = /^docs\/(?:security|spec-coverage)\.md$/

export function listLines(root: string): Line[] {
  const quoted = readQuoted(root)
  const copy = listCopy(root, quoted)
    .filter(({ isQuoted }) => !isQuoted)
    .map(({ file, line, text }) => ({ at: `${file}:${line}`, text, isCopy: true }))
  const find = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', 'data/**', 'dist/**'] })
  const comments = listComments(root).map((each) => ({ ...each, isCopy: false }))
  const docs = find('**/*.md')
    .filter((file) => !evidence.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((text, index) => ({ at: `${file}:${index + 1}`, text, isCopy: false })),
    )
  return [...copy, ...comments, ...docs]
}
