import { notify } from '#server/features/notifications/notifications.service.ts'
import type { Db } from '#server/platform/db.ts'
import type { ExportRow } from './exports.table.ts'

type Row = Pick<ExportRow, 'id' | 'firmId' | 'caseId' | 'sessionId' | 'videoId' | 'title' | 'createdBy'>

const about = (row: Row, actorId: string | null) => ({
  firmId: row.firmId,
  actorId,
  caseId: row.caseId,
  entityId: row.id,
  category: 'export' as const,
  to: { userIds: [row.createdBy] },
})

/** Where the list of exports is that shows this one. */
const findPlace = ({ caseId, sessionId, videoId }: Row): `/${string}` =>
  sessionId !== null
    ? `/sessions/${sessionId}/exports`
    : caseId !== null
      ? `/cases/${caseId}/exports`
      : `/videos/${videoId}`

// A title may carry the name of a file that a person chose, as the video's own notices do; never a juror's.
export async function notifyReady(tx: Db, row: Row): Promise<void> {
  await notify(tx, {
    ...about(row, null),
    topic: 'export.ready',
    type: 'success',
    title: 'Export ready',
    message: `${row.title} is ready.`,
    action: { url: `/api/exports/${row.id}/file`, label: 'Download' },
  })
}

export async function notifyFailed(tx: Db, row: Row, reason: string): Promise<void> {
  await notify(tx, {
    ...about(row, null),
    topic: 'export.failed',
    type: 'error',
    title: 'Export failed',
    message: `${row.title}: ${reason}`,
    action: { url: findPlace(row), label: 'View' },
  })
}

export async function notifyRevoked(tx: Db, row: Row, actorId: string): Promise<void> {
  await notify(tx, {
    ...about(row, actorId),
    topic: 'export.revoked',
    type: 'warning',
    title: 'Export revoked',
    message: `${row.title} was revoked; its links work no more.`,
    action: { url: findPlace(row), label: 'View' },
  })
}

export async function notifyDownloadedByLink(tx: Db, row: Row, label: string): Promise<void> {
  await notify(tx, {
    ...about(row, null),
    topic: 'export.downloaded_by_link',
    type: 'info',
    title: 'Export downloaded by link',
    message: `${row.title} was downloaded${label ? ` through the link "${label}"` : ' through a link'}.`,
    action: { url: findPlace(row), label: 'View' },
  })
}

export async function notifyExpiring(tx: Db, row: Row): Promise<void> {
  await notify(tx, {
    ...about(row, null),
    topic: 'export.expiring',
    type: 'warning',
    title: 'Export expires within 24 hours',
    message: `${row.title} will be destroyed.`,
    action: { url: findPlace(row), label: 'View' },
  })
}

export async function notifyChanged(tx: Db, row: Row): Promise<void> {
  await notify(tx, {
    ...about(row, null),
    caseId: null,
    topic: 'export.integrity_changed',
    type: 'error',
    title: 'Stored export changed',
    message: 'The stored file of an export is not what was made, so it was not sent. Revoke it and make it again.',
    action: { url: findPlace(row), label: 'View' },
    to: { administrators: true, userIds: [row.createdBy] },
  })
}
