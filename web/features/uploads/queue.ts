/** The upload queue lives outside React, so uploads continue after the user leaves the screen. */
import { useSyncExternalStore } from 'react'
import { formMaxBytes, resumableAboveBytes } from '#contract/videos/uploads.ts'
import { deleteVideo } from '#contract/videos/videos.ts'
import { describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { toast } from '#web/platform/toast.ts'
import { createMeter, type Pace } from './pace.ts'
import { sendForm, type Sending, type SendOptions, type Sent, type Target, sendResumably } from './sending.ts'

export type UploadState = 'selected' | 'waiting' | 'uploading' | 'paused' | 'done' | 'failed'

export type UploadItem = {
  key: string
  file: File
  state: UploadState
  sentBytes: number
  pace: Pace | null
  error: string | null
  videoId: string | null
  sameBytesAs: readonly string[]
  to: Destination | null
}
type Destination = Target & { whenUploaded: ((videoId: string, key: string) => void) | null }

/** More parallel requests would only divide the same bandwidth. */
const atOnce = 2

let items: readonly UploadItem[] = []
let announced = false
const sendings = new Map<string, Sending>()
const listeners = new Set<() => void>()
const finished = new Set<() => void>()

function set(next: readonly UploadItem[]) {
  items = next
  for (const listener of listeners) listener()
}
const patch = (key: string, change: Partial<UploadItem>) =>
  set(items.map((each) => (each.key === key ? { ...each, ...change } : each)))

export const isSending = (state: UploadState): boolean => state === 'waiting' || state === 'uploading'

const makeKey = (file: File): string => [file.name, file.size, file.lastModified].join('|')

export function selectFiles(files: readonly File[]): void {
  const known = new Set(items.map((each) => each.key))
  const fresh = files.filter((file) => !known.has(makeKey(file)))
  const blank = {
    state: 'selected',
    sentBytes: 0,
    pace: null,
    error: null,
    videoId: null,
    sameBytesAs: [],
    to: null,
  } as const
  set([...items, ...fresh.map((file) => ({ key: makeKey(file), file, ...blank }))])
}

export function startUploads(target: Target, whenUploaded: Destination['whenUploaded'] = null): void {
  const to = { ...target, whenUploaded }
  announced = false
  set(
    items.map((each) =>
      each.state === 'selected' || each.state === 'failed' ? { ...each, state: 'waiting', error: null, to } : each,
    ),
  )
  next()
}

function next() {
  while (new Set(sendings.values()).size < atOnce) {
    const item = items.find((each) => each.state === 'waiting' && each.to)
    if (!item?.to) return
    if (item.file.size > resumableAboveBytes) void sendLarge(item, item.to)
    else void sendSmall(addSmallUploads(item.to), item.to)
  }
}

function addSmallUploads(to: Destination): UploadItem[] {
  let left = formMaxBytes
  return items.filter((each) => {
    const { size } = each.file
    if (each.state !== 'waiting' || each.to !== to || size > resumableAboveBytes || size > left) return false
    left -= size
    return true
  })
}

async function sendLarge(item: UploadItem, { userId, caseId, whenUploaded }: Destination): Promise<void> {
  const { key, file } = item
  const meter = createMeter(file.size)
  patch(key, { state: 'uploading', error: null })
  const options: SendOptions = {
    ...{ userId, caseId },
    onProgress: (sentBytes) => patch(key, { sentBytes, pace: meter(sentBytes, performance.now()) }),
    onAccepted: announce,
  }
  const sending = sendResumably(file, options)
  sendings.set(key, sending)
  try {
    const sent = await sending.done
    announce()
    arrive(item, sent, whenUploaded)
  } catch (error) {
    if (sendings.get(key) !== sending || items.find((each) => each.key === key)?.state === 'paused') return
    fail([item], error)
  } finally {
    settle([item], sending)
  }
}

async function sendSmall(batch: readonly UploadItem[], { caseId, whenUploaded }: Destination): Promise<void> {
  const meters = batch.map(({ file }) => createMeter(file.size))
  for (const { key } of batch) patch(key, { state: 'uploading', error: null })
  const sending = sendForm(
    batch.map(({ file }) => file),
    {
      caseId,
      onProgress: (index, sentBytes) => {
        const item = batch[index]
        if (item) patch(item.key, { sentBytes, pace: meters[index]?.(sentBytes, performance.now()) ?? null })
      },
    },
  )
  for (const { key } of batch) sendings.set(key, sending)
  const isWanted = ({ key }: UploadItem) => sendings.get(key) === sending
  try {
    const outcomes = await sending.done
    announce()
    for (const [index, item] of batch.entries()) {
      const outcome = outcomes[index]
      if (!outcome) continue
      if ('refused' in outcome) fail([item].filter(isWanted), new Error(outcome.refused))
      else if (isWanted(item)) arrive(item, outcome, whenUploaded)
      else void forget(outcome.videoId)
    }
  } catch (error) {
    fail(batch.filter(isWanted), error)
  } finally {
    settle(batch, sending)
  }
}

const forget = (videoId: string): Promise<unknown> =>
  call(deleteVideo, { params: { videoId }, input: {} }).catch((error: unknown) => {
    toast({ title: 'Couldn’t delete video', description: describeError(error), variant: 'destructive' })
  })

function arrive({ key, file }: UploadItem, { videoId, sameBytesAs }: Sent, whenUploaded: Destination['whenUploaded']) {
  patch(key, { state: 'done', sentBytes: file.size, pace: null, videoId, sameBytesAs })
  whenUploaded?.(videoId, key)
}

function fail(failed: readonly UploadItem[], error: unknown) {
  if (failed.length === 0) return
  for (const { key } of failed) patch(key, { state: 'failed', pace: null, error: describeError(error) })
  toast({
    title: 'Upload Failed',
    description: 'There was an error uploading your videos. Please try again.',
    variant: 'destructive',
  })
}

function settle(batch: readonly UploadItem[], sending: Sending) {
  for (const { key } of batch) if (sendings.get(key) === sending) sendings.delete(key)
  for (const listener of finished) listener()
  next()
  clearDone()
}

function announce() {
  if (announced) return
  announced = true
  toast({ title: 'Upload Started', description: 'Your videos are being uploaded and will be processed automatically.' })
  for (const listener of finished) listener()
}

function clearDone() {
  if (items.some((each) => isSending(each.state) || each.state === 'paused')) return
  set(items.filter((each) => each.state !== 'done' || each.sameBytesAs.length > 0))
}

export function pauseUpload(key: string): void {
  patch(key, { state: 'paused', pace: null })
  sendings.get(key)?.pause()
}

export function resumeUpload(key: string): void {
  patch(key, { state: 'waiting', error: null })
  next()
}

/** Bytes already sent stay on the server until they expire or the video is deleted. */
export function removeUpload(key: string): void {
  const sending = sendings.get(key)
  sendings.delete(key)
  set(items.filter((each) => each.key !== key))
  if (sending && ![...sendings.values()].includes(sending)) sending.pause()
  next()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const useUploads = (): readonly UploadItem[] => useSyncExternalStore(subscribe, () => items)

export function onUploadChange(listener: () => void): () => void {
  finished.add(listener)
  return () => void finished.delete(listener)
}

window.addEventListener('beforeunload', (event) => {
  if (items.some((each) => isSending(each.state))) event.preventDefault()
})
