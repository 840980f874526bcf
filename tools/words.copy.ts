import type { Message } from './copy.ts'

const names =
  /^(?:Venire|English|Mac|Excel|Microsoft|WebVTT|Help|Center|Privacy|Policy|Terms|Use|US|Letter|Sample|Firm|County|State|Superior|District|Court|AI|Generated|[A-Z\d/-]{2,}s?|[\w-]*[a-z][A-Z]\w*)$/
const smallWords = /^(?:a|an|and|as|at|by|for|from|in|into|not|of|on|or|out|per|the|to|up|via|with)$/i

/** Terminal and log text keeps straight quotation marks because people copy commands and values from it. */
const terminal =
  /^(?:cli|engine|tools|worker)\/|^main\.ts|^server\/(?:control-verbs|platform\/|features\/(?:audit|exports\/packs)\/|features\/team\/trial)/

/** Titles, buttons, and menu items are in sentence case. Apostrophes and quotation marks are typographic. */
export function checkCopy(messages: readonly Message[]): string[] {
  return messages
    .filter(({ isQuoted }) => !isQuoted)
    .flatMap((message) => {
      const fix = [getCaseFix(message.text), getMarkFix(message)].filter((each) => each !== null)
      return fix.map((each) => `${message.file}:${message.line}: “${message.text}”: ${each}.`)
    })
}

function getCaseFix(text: string): string | null {
  if (/^(?:\d{3} |No\.)|[.:]$|[.?!:] |[;·]/.test(text)) return null
  const words = text
    .replaceAll(/<[^>]*>|\{[^{}]*\}/g, ' ')
    .split(/[^\p{L}\p{N}’/-]+/u)
    .filter((word) => /^\p{L}/u.test(word))
  const later = words.slice(1).filter((word) => !names.test(word))
  const capitals = later.filter((word) => /^\p{Lu}\p{Ll}/u.test(word))
  const isTitleCase = capitals.length > 0 && later.every((word) => capitals.includes(word) || smallWords.test(word))
  return isTitleCase ? `use sentence case (${capitals[0]!.toLowerCase()})` : null
}

function getMarkFix({ text, file }: Message): string | null {
  if (/[\p{L}}]'\p{L}/u.test(text)) return 'use ’ as the apostrophe'
  const spoken = text.replaceAll(/"(?:venire |\{"|read"|write"|administer")[^"]*"?/g, '')
  return !terminal.test(file) && /(?:^|[\s(])"[\p{L}{]/u.test(spoken) ? 'use “ and ”' : null
}
