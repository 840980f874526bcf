import { useEffect, useEffectEvent } from 'react'
import { toast } from '../toast.ts'

type Take = (files: readonly File[]) => boolean
/** Dropped files are offered to drop areas first, then the screen, then the shell. */
type DropScope = 'area' | 'page' | 'shell'
const scopes: readonly DropScope[] = ['area', 'page', 'shell']
let takers: readonly { scope: DropScope; take: Take }[] = []

export const isRecording = (file: File): boolean => /^(?:video|audio)\//.test(file.type)

export function refuseFiles(): void {
  toast({ title: 'Invalid Files', description: 'Please select only video files.', variant: 'destructive' })
}

export const hasDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** File inputs accept files and text fields accept text without leaving the page. */
function isField({ target, dataTransfer }: DragEvent): boolean {
  if (!(target instanceof Element)) return false
  const isFile = dataTransfer?.types.includes('Files')
  return target.closest(isFile ? 'input[type=file]' : 'input, textarea, [contenteditable]') !== null
}

function handleDrop(event: DragEvent): void {
  if (event.defaultPrevented || isField(event)) return
  event.preventDefault()
  const files = [...(event.dataTransfer?.files ?? [])]
  if (files.length === 0) return
  const ranked = takers.toSorted((a, b) => scopes.indexOf(a.scope) - scopes.indexOf(b.scope))
  if (ranked.some(({ take }) => take(files))) return
  if (files.some(isRecording) && hasDialog())
    toast({ title: 'Couldn’t upload file', description: 'Close this dialog, then drop the file again.' })
  else refuseFiles()
}

/** Without this, the browser would leave the app to show a file or link dropped outside a drop area. */
export function keepDropsInside(): void {
  window.addEventListener('dragover', (event) => {
    if (!isField(event)) event.preventDefault()
  })
  window.addEventListener('drop', handleDrop)
}

export function useFileDrop(scope: DropScope, take: Take, isOn = true): void {
  const takeLatest = useEffectEvent(take)
  useEffect(() => {
    if (!isOn) return undefined
    const entry = { scope, take: (files: readonly File[]) => takeLatest(files) }
    takers = [entry, ...takers]
    return () => {
      takers = takers.filter((each) => each !== entry)
    }
  }, [scope, isOn])
}
