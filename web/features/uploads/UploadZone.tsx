import { Upload } from 'lucide-react'
import { type ComponentProps, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { hasDialog, isRecording, refuseFiles, useFileDrop } from '#web/platform/page/fileDrop.ts'
import { Button, cx } from '#web/ui/kit.ts'
import { selectFiles } from './queue.ts'

export type UploadZoneHandle = { open: () => void }

export function selectRecordings(files: readonly File[]): boolean {
  const recordings = files.filter(isRecording)
  if (recordings.length > 0) selectFiles(recordings)
  else if (files.length > 0) refuseFiles()
  return recordings.length > 0
}

/** Accepts recordings dropped anywhere on its page or, in a dialog, while the dialog is open. */
export function UploadZone({ ref }: { ref?: Ref<UploadZoneHandle> }) {
  const input = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLButtonElement>(null)
  const [isOver, setOver] = useState(false)
  useFileDrop('area', (files) => {
    const isBehindDialog = hasDialog() && !area.current?.closest('[role="dialog"]')
    if (isBehindDialog || !files.some(isRecording)) return false
    area.current?.scrollIntoView({ block: 'nearest' })
    return selectRecordings(files)
  })
  useImperativeHandle(ref, () => ({ open: () => input.current?.click() }), [])

  const drop: ComponentProps<'button'> = {
    onDragOver: (event) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event) => {
      event.preventDefault()
      setOver(false)
      selectRecordings([...event.dataTransfer.files])
    },
  }
  function browseSound() {
    if (!input.current) return
    const { accept } = input.current
    input.current.accept = 'audio/*'
    input.current.click()
    input.current.accept = accept
  }
  return (
    <>
      <button
        {...drop}
        ref={area}
        type="button"
        onClick={() => input.current?.click()}
        className={cx(
          'grid w-full cursor-pointer justify-items-center gap-2 rounded-card border-2 border-dashed px-4 py-8 text-center transition-colors',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface hover:bg-hover',
        )}
      >
        <Upload className="size-8 text-ink-3" />
        <span className="font-medium">Drop videos here or click to browse</span>
        <span className="text-sm text-ink-3">Supports MP4, MOV, AVI, WebM</span>
      </button>
      <input
        ref={input}
        type="file"
        accept="video/*"
        multiple
        hidden
        aria-label="Choose videos"
        onChange={(event) => {
          selectRecordings([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button className="mt-2" onClick={browseSound}>
        Choose audio files
        <span className="font-normal text-ink-3">WAV, MP3, M4A, FLAC, OGG</span>
      </Button>
    </>
  )
}
