import { ListFilter } from 'lucide-react'
import { Button } from './Button.tsx'

type FilterButtonProps = { chosen: number; isOpen: boolean; onToggle: () => void; wide?: boolean }

/** Opens the filters on phones, where they'd push the list off the screen. */
export function FilterButton({ chosen, isOpen, onToggle, wide = false }: FilterButtonProps) {
  return (
    <Button
      wide={wide}
      className="md:hidden"
      icon={<ListFilter className="size-4" aria-hidden="true" />}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {chosen === 0 ? 'Filters' : `Filters (${chosen})`}
    </Button>
  )
}
