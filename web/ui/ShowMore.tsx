import { Button } from './Button.tsx'

type ShowMoreProps = { label?: string; busy: boolean; onClick: () => void }

/** Below a list that goes on. Paper says so, too: nobody presses a button there. */
export function ShowMore({ label = 'Show more', busy, onClick }: ShowMoreProps) {
  return (
    <>
      <span className="print:hidden">
        <Button busy={busy} onClick={onClick}>
          {label}
        </Button>
      </span>
      <p className="hidden print:block">The list goes on. Show all of it before you print.</p>
    </>
  )
}
