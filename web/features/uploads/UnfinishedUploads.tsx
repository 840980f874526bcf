import { useState } from 'react'
import { formatBytes } from '#web/platform/format.ts'
import { useAccount } from '#web/platform/session.ts'
import { Button, Notice } from '#web/ui/kit.ts'
import { useUploads } from './queue.ts'
import { forgetUnfinished, listUnfinished } from './unfinished.ts'

/** What a reload cut off: choose the same file again and it goes on where it stopped. */
export function UnfinishedUploads({ onChoose }: { onChoose: () => void }) {
  const items = useUploads()
  const { userId } = useAccount()
  const [, setForgotten] = useState(0)
  const chosen = new Set(items.map((each) => `${each.file.name}|${each.file.size}`))
  const unfinished = listUnfinished(userId).filter((each) => !chosen.has(`${each.name}|${each.sizeBytes}`))
  if (unfinished.length === 0) return null
  return (
    <Notice tone="warning">
      <p className="font-medium">Unfinished uploads</p>
      <p className="text-sm">Choose the same file again: it goes on where it stopped.</p>
      <ul className="mt-2 grid gap-2">
        {unfinished.map((each) => (
          <li key={each.key} className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 flex-1 break-words">
              {each.name} ({formatBytes(each.sizeBytes)})
            </span>
            <Button onClick={onChoose} aria-label={`Choose ${each.name} again`}>
              Choose the file
            </Button>
            <Button
              variant="quiet"
              aria-label={`Forget the upload of ${each.name}`}
              onClick={() => {
                forgetUnfinished(each.key)
                setForgotten((count) => count + 1)
              }}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
