import type { Described, Manifest, ManifestEvent } from './sealed.types.ts'

/**
 * Tells a manifest line by line, in the layout of `seal.ts`, so that memory does not grow with the recordings. Throws a
 * SyntaxError for any other text. Manifests of earlier versions are on lines of their own kind and are read whole. Stands
 * alone: the offline page carries this very function.
 */
export async function* readManifest(lines: AsyncIterable<string>): AsyncGenerator<ManifestEvent> {
  const mostWhole = 128 * 1_048_576
  const other = () => new SyntaxError('another format')
  const isDescribed = ({ sizeBytes, sha256 }: Pick<Described, 'sizeBytes' | 'sha256'>) =>
    Number.isSafeInteger(sizeBytes) && sizeBytes >= 0 && typeof sha256 === 'string'
  const toBlock = (value: unknown) => {
    const block = value as Described['blocks'][number] | null
    if (typeof block?.crc32 !== 'number' || typeof block.sha256 !== 'string') throw other()
    return { block }
  }
  const withoutComma = (line: string) => (line.endsWith(',') ? line.slice(0, -1) : line)
  let whole: string[] | null = null
  let wholeChars = 0
  let at: 'start' | 'lists' | 'item' | 'end' = 'start'
  for await (const line of lines) {
    if (at === 'start' && line === '{') whole = []
    if (whole) {
      at = 'end'
      wholeChars += line.length
      if (wholeChars > mostWhole) throw other()
      whole.push(line)
    } else if (at === 'start') {
      const head = JSON.parse(`${withoutComma(line)}}`) as Manifest
      if (head.format !== 'venire-sealed-1') throw other()
      yield { head }
      at = 'lists'
    } else if (at === 'lists') {
      if (line === ']}') at = 'end'
      else if (line.endsWith('"blocks":[')) {
        const item = JSON.parse(`${line}]}`) as { path?: string; filename?: string; videoId?: string }
        if (typeof item.path === 'string') yield { file: item.path }
        else if (typeof item.filename === 'string' && typeof item.videoId === 'string')
          yield { original: { filename: item.filename, videoId: item.videoId } }
        else throw other()
        at = 'item'
      } else if (!['"originals": [', '"files": [', '],'].includes(line)) throw other()
    } else if (at === 'item') {
      if (line.startsWith('],')) {
        const end = JSON.parse(`{${withoutComma(line).slice(2)}`) as Pick<Described, 'sizeBytes' | 'sha256'>
        if (!isDescribed(end)) throw other()
        yield { end: { sizeBytes: end.sizeBytes, sha256: end.sha256 } }
        at = 'lists'
      } else yield toBlock(JSON.parse(withoutComma(line)))
    } else if (line !== '') throw other()
  }
  if (at !== 'end') throw other()
  if (!whole) return
  const manifest = JSON.parse(whole.join('\n')) as Manifest
  if (manifest.format !== 'venire-sealed-1' || !Array.isArray(manifest.files) || !Array.isArray(manifest.originals))
    throw other()
  yield { head: manifest }
  for (const { filename, videoId, ...known } of manifest.originals) {
    if (!isDescribed(known) || !Array.isArray(known.blocks)) throw other()
    yield { original: { filename, videoId } }
    for (const block of known.blocks) yield toBlock(block)
    yield { end: { sizeBytes: known.sizeBytes, sha256: known.sha256 } }
  }
  for (const { path, ...known } of manifest.files) {
    if (!isDescribed(known) || !Array.isArray(known.blocks)) throw other()
    yield { file: path }
    for (const block of known.blocks) yield toBlock(block)
    yield { end: { sizeBytes: known.sizeBytes, sha256: known.sha256 } }
  }
}
