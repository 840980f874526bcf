/** A text with every occurrence of the words marked; case does not matter. */
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

/** `at`: where the part begins in the text. */
function splitParts(text: string, words: readonly string[]) {
  const parts: { at: number; part: string; isHit: boolean }[] = []
  let at = 0
  // Split by a captured group: every second part is what was captured.
  for (const part of text.split(new RegExp(`(${words.map(escapeForPattern).join('|')})`, 'giu'))) {
    parts.push({ at, part, isHit: parts.length % 2 === 1 })
    at += part.length
  }
  return parts
}

const escapeForPattern = (word: string) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
