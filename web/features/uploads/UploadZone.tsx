import { Upload } from 'lucide-react'
import { type ComponentProps, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { toast } from '#web/platform/toast.ts'
import { Button, cx } from '#web/ui/kit.ts'
import { selectFiles } from './queue.ts'

export type UploadZoneHandle = { open: () => void }

function select(files: readonly File[]) {
  const videos = files.filter((file) => /^(?:video|audio)\//.test(file.type))
  if (videos.length === 0) {
    if (files.length > 0)
      toast({ title: 'Invalid Files', description: 'Please select only video files.', variant: 'destructive' })
    return
  }
  selectFiles(videos)
}

/** Accepts files dropped anywhere on the page, except on another drop zone. */
export function useFileDrop(onDrop: () => void): void {
  const handleDrop = useEffectEvent(onDrop)
  useEffect(() => {
    const hasFiles = (event: DragEvent) =>
      event.dataTransfer?.types.includes('Files') === true && !event.defaultPrevented
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      select([...(event.dataTransfer?.files ?? [])])
      handleDrop()
    }
    window.addEventListener('dragover', allow)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', allow)
      window.removeEventListener('drop', drop)
    }
  }, [])
}

export function UploadZone({ ref }: { ref?: Ref<UploadZoneHandle> }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
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
      select([...event.dataTransfer.files])
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
          select([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button variant="quiet" className="mt-1" onClick={browseSound}>
        Choose audio files
        <span className="font-normal text-ink-3">WAV, MP3, M4A, FLAC, OGG</span>
      </Button>
    </>
  )
}
