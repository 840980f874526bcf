import { uploadField, uploadPaths, UploadResult, uploadChunkBytes } from '#contract/videos/uploads.ts'
import { moveVideo, readVideo } from '#contract/videos/videos.ts'
import { getIdempotencyKey } from '#web/platform/api.ts'
import { ApiError, describeError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import { newId } from '#web/platform/newId.ts'
import { toast } from '#web/platform/toast.ts'
import { makeFingerprint, previousFor } from './unfinished.ts'

export type Sent = { videoId: string; sameBytesAs: readonly string[] }
/** `pause` keeps the bytes already sent if the upload is resumable. */
export type Sending = { pause: () => void }
export type Target = { userId: string; caseId: string | null }
export type SendOptions = Target & { onProgress: (sentBytes: number) => void; onAccepted: () => void }

export type Outcome = Sent | { refused: string }
type SendFormOptions = { caseId: string | null; onProgress: (index: number, sentBytes: number) => void }

export function sendForm(files: readonly File[], { caseId, onProgress }: SendFormOptions) {
  const request = new XMLHttpRequest()
  const { key, forget } = getIdempotencyKey(
    JSON.stringify([uploadPaths.multipart, caseId, files.map((each) => [each.name, each.size, each.lastModified])]),
  )
  const done = new Promise<Outcome[]>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded }) => {
      let before = 0
      for (const [index, { size }] of files.entries()) {
        onProgress(index, Math.max(0, Math.min(loaded - before, size)))
        before += size
      }
    })
    request.addEventListener('load', () => {
      if (request.status < 200 || request.status >= 300)
        return reject(new ApiError(request.status, request.responseText || request.statusText))
      forget()
      const result = readResult(request.responseText)
      if (!result) return reject(new Error('Unexpected response from the server. Try again.'))
      resolve(files.map((_file, index) => toOutcome(result, index)))
    })
    request.addEventListener('error', () => reject(new Error('Connection lost. Try again.')))
    request.addEventListener('abort', () => reject(new Error('Upload canceled.')))
  })
  const form = new FormData()
  if (caseId) form.append('caseId', caseId)
  for (const file of files) form.append(uploadField, file, file.name)
  request.open('POST', uploadPaths.multipart)
  request.setRequestHeader('idempotency-key', key)
  request.send(form)
  return { done, pause: () => request.abort() }
}

function toOutcome({ videos, refused }: UploadResult, index: number): Outcome {
  const video = videos.find((each) => each.index === index)
  if (video) return { videoId: video.id, sameBytesAs: video.sameBytesAs.map((each) => each.filename) }
  return { refused: refused.find((each) => each.index === index)?.reason ?? 'The server rejected this file.' }
}

function readResult(text: string): UploadResult | null {
  try {
    return UploadResult.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const retryDelaysMs = [0, 500, 1000, 3000, 5000, 10_000, 20_000, 30_000]

const isPassing = (status: number): boolean => status === 0 || [409, 423, 429].includes(status) || status >= 500

export function sendResumably(
  file: File,
  { userId, caseId, onProgress, onAccepted }: SendOptions,
): Sending & { done: Promise<Sent> } {
  let stop: (() => Promise<void>) | null = null
  let stopped = false
  let startedWithoutCase = false
  const done = start()
  return {
    done,
    pause: () => {
      stopped = true
      void stop?.()
    },
  }

  async function start(): Promise<Sent> {
    const { Upload } = await import('tus-js-client')
    const videoId = await new Promise<string>((resolve, reject) => {
      let id: string | null = null
      const upload = new Upload(file, {
        endpoint: uploadPaths.resumable,
        chunkSize: uploadChunkBytes,
        retryDelays: retryDelaysMs,
        // Prevents a duplicate if the library retries a creation request after its response was lost.
        headers: { 'Idempotency-Key': newId() },
        fingerprint: async () => makeFingerprint(file, userId),
        removeFingerprintOnSuccess: true,
        metadata: { filename: file.name, filetype: file.type, ...(caseId ? { caseId } : {}) },
        onShouldRetry: (error) => isPassing(error.originalResponse?.getStatus() ?? 0),
        onAfterResponse: (_request, response) => {
          id = response.getHeader('x-video-id') ?? id
        },
        onUploadUrlAvailable: onAccepted,
        onProgress,
        onError: (error) => reject(toUploadError(error)),
        onSuccess: () => (id ? resolve(id) : reject(new Error('The server didn’t return a video ID.'))),
      })
      stop = async () => {
        await upload.abort()
        reject(new Error('Upload paused.'))
      }
      const begin = async () => {
        const previous = previousFor(await upload.findPreviousUploads(), caseId)
        if (previous) upload.resumeFromPreviousUpload(previous)
        startedWithoutCase = previous !== undefined && !('caseId' in previous.metadata)
        if (stopped) reject(new Error('Upload paused.'))
        else upload.start()
      }
      begin().catch(reject)
    })
    if (startedWithoutCase && caseId !== null) await putInto(caseId, videoId)
    return { videoId, sameBytesAs: await findTwins(videoId) }
  }
}

/** On failure, only shows a toast, because the upload succeeded and the video can be moved from the library. */
async function putInto(caseId: string, videoId: string): Promise<void> {
  try {
    await call(moveVideo, { params: { videoId }, input: { caseId } })
  } catch (error) {
    toast({ title: 'Couldn’t add to case', description: describeError(error), variant: 'destructive' })
  }
}

async function findTwins(videoId: string): Promise<string[]> {
  try {
    const { sameBytesAs } = await call(readVideo, { params: { videoId }, input: { brief: 'true' } })
    return sameBytesAs.map((each) => each.filename)
  } catch {
    return []
  }
}

type TusError = Error & { originalResponse?: { getBody(): string; getStatus(): number } | null }

function toUploadError({ originalResponse }: TusError): Error {
  const sentence = originalResponse?.getBody()
  return originalResponse && sentence
    ? new ApiError(originalResponse.getStatus(), sentence)
    : new Error('Connection lost. Resume to continue the upload.')
}
