export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return <>{text}</>
  return (
    <>
      {splitParts(text, words).map(({ at, part, isHit }) =>
        isHit ? (
          <mark key={at} className="rounded-mark bg-medium-soft text-ink">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </>
  )
}

function splitParts(text: string, words: readonly string[]) {
  const parts: { at: number; part: string; isHit: boolean }[] = []
  let at = 0
  // `split` with a capture group returns matches at odd indexes.
  for (const part of text.split(new RegExp(`(${words.map(escapeForPattern).join('|')})`, 'giu'))) {
    parts.push({ at, part, isHit: parts.length % 2 === 1 })
    at += part.length
  }
  return parts
}

const escapeForPattern = (word: string) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
