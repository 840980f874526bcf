import { Film } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'

/** Opens the export of one moment as a film. */
export function ClipButton({ renderDialog }: { renderDialog: (onClose: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label="Export this clip"
        word="Export this clip"
        icon={<Film className="size-4" />}
        onClick={() => setOpen(true)}
      />
      {open && renderDialog(() => setOpen(false))}
    </>
  )
}
