import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { ScrollArea } from './ScrollArea.tsx'

type Column = {
  label: string
  numeric?: boolean
  hidden?: boolean
}

export function Table({
  caption,
  columns,
  children,
}: {
  caption: string
  columns: readonly Column[]
  children: ReactNode
}) {
  return (
    <ScrollArea label={caption}>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-ink-3">
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={cx('px-2 py-2 font-medium', column.numeric && 'text-right')}
              >
                {column.hidden ? <span className="sr-only">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollArea>
  )
}

export function TableRow({ children }: { children: ReactNode }) {
  return <tr className="h-10 border-b border-line last:border-0 hover:bg-hover">{children}</tr>
}

export function TableCell({ numeric, children }: { numeric?: boolean; children: ReactNode }) {
  return <td className={cx('px-2 py-1.5', numeric && 'tabular text-right')}>{children}</td>
}
