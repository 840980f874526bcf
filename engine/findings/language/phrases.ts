import model from 'wink-eng-lite-web-model'
import winkNLP from 'wink-nlp'
import { readWordFile } from './grammar.ts'

const lexicon = readWordFile('wording')

/** wink-nlp keeps the whole document in memory, so long transcripts are processed in blocks. */
const blockCharacters = 20_000
const dull = lexicon.regex('dull')

/** Create this only once, because each instance leaks memory. */
let nlp: ReturnType<typeof winkNLP> | undefined

export function findKeyPhrases(texts: readonly string[], most: number): string[] {
  const reader = (nlp ??= winkNLP(model, ['sbd', 'pos']))
  const counts = new Map<string, number>()
  for (const block of toBlocks(texts)) {
    const tokens = reader.readDoc(block).tokens()
    // oxlint-disable-next-line typescript/unbound-method
    const [words, tags] = [tokens.out(reader.its.normal), tokens.out(reader.its.pos)]
    let run: { word: string; tag: string }[] = []
    const close = () => {
      while (run.length > 0 && run.at(-1)?.tag === 'ADJ') run.pop()
      const phrase = run.map((each) => each.word).join(' ')
      if (run.length >= 2 && run.length <= 4 && !dull.test(phrase)) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
      run = []
    }
    for (const [at, word] of words.entries()) {
      const tag = tags[at] ?? ''
      if ((tag === 'ADJ' || tag === 'NOUN') && /^[a-z][a-z-]+$/.test(word)) run.push({ word, tag })
      else close()
    }
    close()
  }
  return [...counts.entries()]
    .filter(([, count]) => count >= 2 || counts.size < most * 2)
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    .slice(0, most)
    .map(([phrase]) => phrase)
}

function toBlocks(texts: readonly string[]): string[] {
  const blocks: string[] = []
  for (const text of texts) {
    const last = blocks.at(-1)
    if (last !== undefined && last.length + text.length < blockCharacters)
      blocks[blocks.length - 1] = `${last}\n${text}`
    else blocks.push(text)
  }
  return blocks
}
