import { useEffect, useState } from 'react'
import { hasDialog, isRecording, useFileDrop } from '#web/platform/page/fileDrop.ts'
import { Dialog } from '#web/ui/kit.ts'
import { UploadBox, type CaseUploadProps, useVideoPage } from './UploadBox.tsx'
import { UploadChoice } from './UploadChoice.tsx'
import { selectRecordings, UploadZone } from './UploadZone.tsx'

export function usePageDrop() {
  const dropped = useState(false)
  const [, setDropped] = dropped
  useFileDrop('page', (files) => {
    if (hasDialog() || !files.some(isRecording)) return false
    setDropped(true)
    return selectRecordings(files)
  })
  return dropped
}

export function CaseDrop({ title, ...box }: CaseUploadProps & { title: string }) {
  const [isDropped, setDropped] = usePageDrop()
  return (
    <Dialog open={isDropped} onOpenChange={setDropped} title={`Upload to ${title}`} wide>
      <UploadBox {...box} />
    </Dialog>
  )
}

type DropDialogProps = { files: readonly File[]; onClose: () => void }

export function DropDialog({ files, onClose }: DropDialogProps) {
  const openVideo = useVideoPage()
  useEffect(() => void selectRecordings(files), [files])
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Upload Videos" wide>
      <div className="grid gap-4">
        <UploadZone />
        <UploadChoice
          onArrived={(videoId) => {
            onClose()
            openVideo(videoId)
          }}
        />
      </div>
    </Dialog>
  )
}
