/** These routes can't use `defineEndpoint` because they handle streams, files, pages, or plain text. */
import { z } from 'zod'
import { CaseImport } from './exports/archives.ts'
import { Id, type Method, type Needs, nouns } from './endpoint.ts'
import { uploadField, uploadPaths, UploadResult } from './videos/uploads.ts'

type Header = { description: string; required?: true }
type Answer = {
  description: string
  types?: readonly string[]
  schema?: z.ZodType
  headers?: Readonly<Record<string, string>>
}

export type RawRoute = {
  method: Method | 'HEAD' | 'OPTIONS'
  path: `/${string}`
  tag: string
  summary: string
  needs: Needs
  personally?: true
  query?: z.ZodObject
  headers?: Readonly<Record<string, Header>>
  body?: { types: readonly string[]; schema: z.ZodType; optional?: true }
  answers: Readonly<Record<number, Answer>>
  refuses?: readonly number[]
}

const bytes = z.file()
const text = z.string()
const videoTypes = ['video/mp4', 'video/webm', 'video/x-matroska', 'video/x-msvideo', 'application/octet-stream']
const exportTypes = [
  'application/pdf',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/x-subrip',
  'text/csv',
  'text/html',
  'text/plain',
  'text/vtt',
  'video/mp4',
]
const range = { range: { description: 'One range of bytes, such as bytes=0-1023.' } }

const file = (types: readonly string[], description: string) => ({
  headers: range,
  answers: {
    200: { description, types, schema: bytes, headers: { 'accept-ranges': 'Always bytes.' } },
    206: { description: 'The requested range', types, schema: bytes, headers: { 'content-range': 'The range sent.' } },
    304: { description: 'Unchanged since the ETag in If-None-Match' },
  },
  refuses: [404, 416],
})

const tus = { 'Tus-Resumable': { description: 'Always 1.0.0.', required: true } } as const
const tusBytes = ['application/offset+octet-stream']
const offset = { 'upload-offset': 'The number of bytes received so far.' }
const videoId = { 'x-video-id': 'The id of the video that the upload becomes.' }
const shareCookie = 'Sets a cookie for this browser session.'
const page = { types: ['text/html'], schema: text }

export const rawRoutes = {
  uploadVideos: {
    method: 'POST',
    path: uploadPaths.multipart,
    tag: 'Videos',
    summary: 'Upload one or more videos as a form.',
    needs: 'member',
    body: {
      types: ['multipart/form-data'],
      schema: z.object({ caseId: Id.optional(), [uploadField]: z.array(bytes).min(1) }),
    },
    answers: {
      200: {
        description: 'Files received, and files rejected with the reason',
        types: ['application/json'],
        schema: UploadResult,
      },
    },
    refuses: [403, 411, 413, 415, 507],
  },
  describeResumableUploads: {
    method: 'OPTIONS',
    path: uploadPaths.resumable,
    tag: 'Videos',
    summary: 'Get the tus version, the extensions, and the largest upload accepted.',
    needs: 'nobody',
    answers: {
      204: {
        description: 'Described in the headers',
        headers: {
          'tus-version': 'The supported versions of tus.',
          'tus-extension': 'The supported extensions of tus.',
          'tus-max-size': 'The largest upload, in bytes.',
        },
      },
    },
  },
  startResumableUpload: {
    method: 'POST',
    path: uploadPaths.resumable,
    tag: 'Videos',
    summary: 'Start a resumable upload (tus 1.0).',
    needs: 'member',
    headers: {
      ...tus,
      'Upload-Length': { description: 'The size of the file in bytes.', required: true },
      'Upload-Metadata': {
        description: 'A tus list of names and base64 values: filename, filetype, and optionally caseId.',
        required: true,
      },
    },
    body: { types: tusBytes, schema: bytes, optional: true },
    answers: {
      201: {
        description: 'Started. Send the bytes to the address in Location',
        headers: { location: 'The address of the upload.', ...offset, ...videoId },
      },
    },
    refuses: [403, 412, 413, 415, 507],
  },
  readResumableUpload: {
    method: 'HEAD',
    path: `${uploadPaths.resumable}/:id`,
    tag: 'Videos',
    summary: 'Get the number of bytes received so far for a resumable upload.',
    needs: 'member',
    headers: tus,
    answers: {
      200: {
        description: 'The offset to resume from',
        headers: { ...offset, 'upload-length': 'The size of the file in bytes.', ...videoId },
      },
    },
    refuses: [404, 410, 412],
  },
  continueResumableUpload: {
    method: 'PATCH',
    path: `${uploadPaths.resumable}/:id`,
    tag: 'Videos',
    summary: 'Send the next bytes of a resumable upload.',
    needs: 'member',
    headers: {
      ...tus,
      'Upload-Offset': { description: 'Where these bytes start: the number received so far.', required: true },
    },
    body: { types: tusBytes, schema: bytes },
    answers: { 204: { description: 'Received', headers: { ...offset, ...videoId } } },
    refuses: [404, 409, 410, 412, 413, 415],
  },
  discardResumableUpload: {
    method: 'DELETE',
    path: `${uploadPaths.resumable}/:id`,
    tag: 'Videos',
    summary: 'Discard an unfinished upload.',
    needs: 'member',
    headers: tus,
    answers: { 204: { description: 'Discarded' } },
    refuses: [404, 409, 412],
  },
  streamVideo: {
    method: 'GET',
    path: '/api/videos/:videoId/stream',
    tag: 'Videos',
    summary: 'Play a video.',
    needs: 'member',
    ...file(videoTypes, 'The film to play'),
  },
  downloadVideo: {
    method: 'GET',
    path: '/api/videos/:videoId/download',
    tag: 'Videos',
    summary: 'Download the original file of a video.',
    needs: 'member',
    ...file(videoTypes, 'The file as it was uploaded'),
  },
  readPoster: {
    method: 'GET',
    path: '/api/videos/:videoId/poster',
    tag: 'Videos',
    summary: 'Get the still image of a video.',
    needs: 'member',
    ...file(['image/jpeg'], 'The image'),
  },
  readSprite: {
    method: 'GET',
    path: '/api/videos/:videoId/sprite',
    tag: 'Videos',
    summary: 'Get a video’s preview frames as a single image.',
    needs: 'member',
    ...file(['image/jpeg'], 'The frames'),
  },
  readWaveform: {
    method: 'GET',
    path: '/api/videos/:videoId/waveform',
    tag: 'Videos',
    summary: 'Get the waveform of a video.',
    needs: 'member',
    ...file(['application/octet-stream'], 'The waveform'),
  },
  readCaptions: {
    method: 'GET',
    path: '/api/videos/:videoId/captions',
    tag: 'Transcripts',
    summary: 'Get the captions of a video, with corrections applied.',
    needs: 'member',
    ...file(['text/vtt'], 'The captions'),
  },
  downloadQuestionBalance: {
    method: 'GET',
    path: '/api/sessions/:sessionId/question-balance.csv',
    tag: 'Strikes',
    summary: 'Download the question balance of a session as CSV.',
    needs: 'member',
    answers: { 200: { description: 'The table', types: ['text/csv'], schema: text } },
    refuses: [404],
  },
  downloadExport: {
    method: 'GET',
    path: '/api/exports/:exportId/file',
    tag: 'Exports',
    summary: 'Download the file of an export.',
    needs: 'member',
    ...file(exportTypes, 'The file'),
    refuses: [404, 409, 410, 416],
  },
  openShareLink: {
    method: 'GET',
    path: '/s/:token',
    tag: 'Exports',
    summary: 'Open the page of a share link.',
    needs: 'nobody',
    query: z.object({ t: z.string().optional().describe('The second at which a film starts.') }),
    answers: {
      200: { description: 'The download page, or a form for the password or code', ...page },
      403: { description: 'A page: no downloads left', ...page },
      410: { description: 'An HTML page that says the link has expired', ...page },
    },
  },
  unlockShareLink: {
    method: 'POST',
    path: '/s/:token',
    tag: 'Exports',
    summary: 'Unlock a share link with its password or an emailed code.',
    needs: 'nobody',
    query: z.object({ t: z.string().optional().describe('The second at which a film starts.') }),
    body: {
      types: ['application/x-www-form-urlencoded'],
      schema: z.object({
        password: z.string().optional(),
        email: z.string().optional(),
        code: z.string().optional(),
      }),
    },
    answers: {
      200: { description: 'The form for the emailed code', ...page },
      303: { description: `Unlocked. ${shareCookie}`, headers: { location: 'The download page.' } },
      400: { description: 'A page: a field is missing', ...page },
      403: { description: 'A page: the password or code is wrong', ...page },
      410: { description: 'An HTML page that says the link has expired', ...page },
      429: { description: 'An HTML page that says the link is locked after too many failed attempts', ...page },
    },
  },
  downloadSharedFile: {
    method: 'GET',
    path: '/s/:token/file',
    tag: 'Exports',
    summary: 'Download the file from an opened share link.',
    needs: 'nobody',
    headers: range,
    answers: {
      ...file(exportTypes, 'The file').answers,
      303: { description: 'Open the link first', headers: { location: 'The share link.' } },
      403: { description: 'An HTML page that says the link is locked or has no downloads left', ...page },
      410: { description: 'An HTML page that says the link has expired', ...page },
    },
    refuses: [416],
  },
  importCase: {
    method: 'POST',
    path: '/api/case-imports',
    tag: 'Cases',
    summary: 'Upload a case archive to import.',
    needs: 'member',
    query: z.object({
      caseNumber: z.string().min(1).max(60).optional().describe('Replaces the case number in the archive.'),
    }),
    body: { types: ['application/zip', 'application/x-zip-compressed', 'application/octet-stream'], schema: bytes },
    answers: {
      200: {
        description: 'The import, which continues in the background',
        types: ['application/json'],
        schema: CaseImport,
      },
    },
    refuses: [403, 413, 415, 507],
  },
  downloadOwnData: {
    method: 'GET',
    path: '/api/profile/data',
    tag: 'Profile',
    summary: 'Download everything stored about me.',
    needs: 'member',
    personally: true,
    answers: {
      200: { description: 'My data', types: ['application/json'], schema: z.record(z.string(), z.unknown()) },
    },
  },
  followChanges: {
    method: 'GET',
    path: '/api/live',
    tag: 'Installation',
    summary: 'Stream changes in my firm as server-sent events.',
    needs: 'member',
    answers: {
      200: {
        description: `Events named touched; the data of each is a JSON list from: ${nouns.join(', ')}`,
        types: ['text/event-stream'],
        schema: text,
      },
    },
  },
  readOpenApi: {
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'Installation',
    summary: 'Get this description of the API.',
    needs: 'nobody',
    answers: {
      200: {
        description: 'An OpenAPI 3.1 document',
        types: ['application/json'],
        schema: z.record(z.string(), z.unknown()),
      },
    },
  },
  readDocs: {
    method: 'GET',
    path: '/api/docs',
    tag: 'Installation',
    summary: 'Read this description of the API as a page.',
    needs: 'nobody',
    answers: { 200: { description: 'The page', ...page } },
  },
  readHealth: {
    method: 'GET',
    path: '/healthz',
    tag: 'Installation',
    summary: 'Check that the server responds.',
    needs: 'nobody',
    answers: {
      200: {
        description: 'The server responds',
        types: ['application/json'],
        schema: z.object({ status: z.literal('ok') }),
      },
    },
  },
  readReadiness: {
    method: 'GET',
    path: '/readyz',
    tag: 'Installation',
    summary: 'Check that the server, its database, queue, and storage respond.',
    needs: 'nobody',
    answers: {
      200: {
        description: 'The server is ready',
        types: ['application/json'],
        schema: z.object({ status: z.literal('ready') }),
      },
      503: {
        description: 'Something does not respond, or this process is too old for the database',
        types: ['application/json'],
        schema: z.object({ status: z.string() }),
      },
    },
  },
  readMetrics: {
    method: 'GET',
    path: '/metrics',
    tag: 'Installation',
    summary: 'Get metrics for Prometheus, from this machine or with METRICS_TOKEN.',
    needs: 'nobody',
    answers: { 200: { description: 'Metrics in Prometheus format', types: ['text/plain'], schema: text } },
    refuses: [404],
  },
} as const satisfies Record<string, RawRoute>
