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
  needs: 'export' as const,
  to: { userIds: [row.createdBy] },
})

const findPlace = ({ caseId, sessionId, videoId }: Row): `/${string}` =>
  sessionId !== null
    ? `/sessions/${sessionId}/exports`
    : caseId !== null
      ? `/cases/${caseId}/exports`
      : `/videos/${videoId}`

// The title may contain a video's filename, but never a juror's name.
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
    message: `${row.title} was revoked. Its links no longer work.`,
    action: { url: findPlace(row), label: 'View' },
  })
}

export async function notifyDownloadedByLink(tx: Db, row: Row, label: string): Promise<void> {
  await notify(tx, {
    ...about(row, null),
    topic: 'export.downloaded_by_link',
    type: 'info',
    title: 'Export downloaded by link',
    message: `${row.title} was downloaded${label ? ` through the link “${label}”` : ' through a link'}.`,
    action: { url: findPlace(row), label: 'View' },
  })
}

export async function notifyExpiring(tx: Db, row: Row): Promise<void> {
  await notify(tx, {
    ...about(row, null),
    topic: 'export.expiring',
    type: 'warning',
    title: 'Export expires within 24 hours',
    message: `${row.title} will be deleted.`,
    action: { url: findPlace(row), label: 'View' },
  })
}

export async function notifyChanged(tx: Db, row: Row): Promise<void> {
  await notify(tx, {
    ...about(row, null),
    caseId: null,
    topic: 'export.integrity_changed',
    type: 'error',
    title: 'Stored export altered',
    message:
      'A stored export no longer matches its SHA-256, so the download was blocked. Revoke it and export it again.',
    action: { url: findPlace(row), label: 'View' },
    to: { administrators: true, userIds: [row.createdBy] },
  })
}
