import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

type ConflictProps = {
  /** Who saved meanwhile, and what it is: "session", "strike". */
  by: string
  thing: string
  mine: readonly string[]
  theirs: readonly string[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Somebody else saved meanwhile: both copies beside each other; nothing is stored before the person has chosen. */
export function Conflict({ by, thing, mine, theirs, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <Notice tone="warning" alert>
      <p className="font-medium">{`${by} changed this ${thing} meanwhile.`}</p>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <Copy title="Your copy" lines={mine} />
        <Copy title="Their copy" lines={theirs} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={onKeepMine}>Keep my copy</Button>
        <Button onClick={onTakeTheirs}>Take their copy</Button>
      </div>
    </Notice>
  )
}

function Copy({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section className="min-w-0">
      <h3 className="text-sm font-bold">{title}</h3>
      {lines.filter(Boolean).map((line) => (
        <p key={line} className="break-words">
          {line}
        </p>
      ))}
    </section>
  )
}
