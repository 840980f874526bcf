import { Suspense, useState } from 'react'
import { lazyPart } from '#web/platform/network/reachable.ts'
import { hasDialog, isRecording, useFileDrop } from '#web/platform/page/fileDrop.ts'
import { toast } from '#web/platform/toast.ts'

const DropDialog = lazyPart(
  () => import('#web/features/uploads/DropDialog.tsx'),
  ({ DropDialog }) => DropDialog,
)

export function DropAnywhere() {
  const [files, setFiles] = useState<readonly File[] | null>(null)
  useFileDrop('shell', (dropped) => {
    if (hasDialog() || !dropped.some(isRecording)) return false
    setFiles(dropped)
    return true
  })
  return (
    files && (
      <Suspense fallback={null}>
        <DropDialog files={files} onClose={() => setFiles(null)} />
      </Suspense>
    )
  )
}

export function useRefusedDrop(): void {
  useFileDrop('shell', (dropped) => {
    if (!dropped.some(isRecording)) return false
    toast({ title: 'Couldn’t upload file', description: 'To upload, drop the file on the session’s page.' })
    return true
  })
}
