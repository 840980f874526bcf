import { Button } from './Button.tsx'

type ShowMoreProps = { label?: string; busy: boolean; onClick: () => void }

export function ShowMore({ label = 'Show more', busy, onClick }: ShowMoreProps) {
  return (
    <>
      <span className="print:hidden">
        <Button busy={busy} onClick={onClick}>
          {label}
        </Button>
      </span>
      <p className="hidden print:block">Only part of this list is shown. Show all of the list before printing.</p>
    </>
  )
}
