import { TextField } from '#web/ui/kit.ts'

type PageSearchProps = { label: string; query: string; onQuery: (query: string) => void; found: number; of: number }

/** The search of a page of words: how much is left is said aloud as well. */
export function PageSearch({ label, query, onQuery, found, of }: PageSearchProps) {
  return (
    <search className="mt-4 block max-w-md print:hidden">
      <TextField
        type="search"
        label={label}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        autoComplete="off"
      />
      <output className="mt-1 block min-h-5 text-sm text-ink-2">
        {query.trim() === ''
          ? ''
          : found === 0
            ? 'Nothing on this page holds these words. Try fewer.'
            : `${found} of ${of} parts ${found === 1 ? 'holds' : 'hold'} these words.`}
      </output>
    </search>
  )
}
