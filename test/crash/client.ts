import { createHash } from 'node:crypto'
import type { Annotation } from '#contract/findings/annotations.ts'
import { type UploadResult, uploadField, uploadPaths } from '#contract/videos/uploads.ts'
import type { VideoDetail, VideoSummary } from '#contract/videos/videos.ts'

export type Client = ReturnType<typeof createClient>

export function createClient(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  type Request = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }
  async function ask<T>(path: string, init: Request = {}): Promise<T> {
    const response = await fetch(url + path, { ...init, headers: { ...headers, ...init.headers } })
    if (!response.ok) throw new Refused(response.status, await response.text())
    return (await response.json()) as T
  }
  const json = (method: string, body: object): Request => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    list: () => ask<VideoSummary[]>('/api/videos?limit=500'),
    video: (id: string) => ask<VideoDetail>(`/api/videos/${id}`),
    findings: (id: string) =>
      ask<{ id: string; turn: number; type: string; sub: string }[]>(`/api/videos/${id}/findings`),
    annotate: (id: string, title: string) =>
      ask<Annotation>(`/api/videos/${id}/annotations`, json('POST', { title, startTime: 1 })),
    change: (id: string, { id: annotationId }: Annotation, title: string) =>
      ask<Annotation>(`/api/videos/${id}/annotations/${annotationId}`, json('PUT', { title, startTime: 1 })),
    erase: (id: string, { id: annotationId }: Annotation) =>
      ask<object>(`/api/videos/${id}/annotations/${annotationId}`, { method: 'DELETE' }),
    async uploadForm(name: string, bytes: Buffer): Promise<string> {
      const form = new FormData()
      form.append(uploadField, new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), name)
      const { videos } = await ask<UploadResult>(uploadPaths.multipart, { method: 'POST', body: form })
      return videos[0]!.id
    },
    async openUpload(name: string, bytes: Buffer): Promise<string> {
      const metadata = `filename ${Buffer.from(name).toString('base64')},filetype ${Buffer.from('video/mp4').toString('base64')}`
      const response = await tus('POST', url + uploadPaths.resumable, {
        'upload-length': String(bytes.length),
        'upload-metadata': metadata,
      })
      return new URL(response.headers.get('location')!, url + uploadPaths.resumable).href
    },
    offset: async (address: string): Promise<number> =>
      Number((await tus('HEAD', address)).headers.get('upload-offset')),
    async send(
      address: string,
      bytes: Buffer,
      offset: number,
      size: number,
    ): Promise<{ offset: number; videoId: string | null }> {
      const chunk = new Uint8Array(bytes.subarray(offset, offset + size))
      const response = await tus(
        'PATCH',
        address,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        chunk,
      )
      return { offset: Number(response.headers.get('upload-offset')), videoId: response.headers.get('x-video-id') }
    },
    async downloadedHash(id: string): Promise<string> {
      const response = await fetch(`${url}/api/videos/${id}/download`, { headers })
      const hash = createHash('sha256')
      for await (const chunk of response.body!) hash.update(chunk as Uint8Array)
      return hash.digest('hex')
    },
  }

  async function tus(
    method: string,
    address: string,
    extra: Record<string, string> = {},
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    const response = await fetch(address, {
      method,
      headers: { ...headers, 'tus-resumable': '1.0.0', ...extra },
      ...(body ? { body } : {}),
    })
    if (!response.ok) throw new Refused(response.status, await response.text())
    return response
  }
}

/** Thrown for an error response from a running server. Any other error means that the connection was cut. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  constructor(status: number, message: string) {
    super(`${status}: ${message}`)
    this.status = status
  }
}
