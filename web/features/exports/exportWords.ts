import type { ExportStatus } from '#contract/exports/exports.ts'
import type { ExportType } from '#contract/exports/templates.ts'
import type { accessKinds, LinkState } from '#contract/exports/share.ts'
import type { StatusKind } from '#web/ui/StatusBadge.tsx'
import type { Tone } from '#web/ui/tones.ts'

export const typeWords: Record<ExportType, string> = {
  pdf: 'PDF',
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  html: 'Web page (HTML)',
  mp4: 'Video (MP4)',
  list: 'Text list',
  pack: 'Evidence pack (ZIP)',
  archive: 'Case archive (ZIP)',
}

/** What a password does to a file of this type, and what opens it then. */
export const lockWords: Record<ExportType, string> = {
  pdf: 'The PDF itself is encrypted (AES-256) and asks for it.',
  csv: 'The file comes in an encrypted zip (AES-256). 7-Zip, WinZip and macOS tools such as Keka open it; Windows Explorer does not.',
  xlsx: 'The file comes in an encrypted zip (AES-256). 7-Zip, WinZip and macOS tools such as Keka open it; Windows Explorer does not.',
  html: 'The page is encrypted (AES-256) and asks for it when it is opened.',
  mp4: 'The video comes in an encrypted zip (AES-256).',
  list: 'The file comes in an encrypted zip (AES-256).',
  pack: 'The pack is an encrypted zip (AES-256).',
  archive: 'The archive is encrypted (AES-256).',
}

export const statusWords: Record<ExportStatus, string> = {
  queued: 'Waiting',
  running: 'Being made',
  ready: 'Ready',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  revoked: 'Revoked',
}
export const statusKinds: Record<ExportStatus, StatusKind> = {
  queued: 'waiting',
  running: 'busy',
  ready: 'done',
  failed: 'failed',
  cancelled: 'waiting',
  expired: 'waiting',
  revoked: 'failed',
}

export const linkWords: Record<LinkState, string> = {
  open: 'Open',
  locked: 'Locked after wrong tries',
  expired: 'Expired',
  revoked: 'Revoked',
  used_up: 'No downloads left',
}
export const linkTones: Record<LinkState, Tone> = {
  open: 'success',
  locked: 'warning',
  expired: 'neutral',
  revoked: 'danger',
  used_up: 'neutral',
}

export const accessWords: Record<(typeof accessKinds)[number], string> = {
  page_opened: 'Opened the page',
  password_wrong: 'Wrong password',
  password_right: 'Right password',
  code_sent: 'Code sent',
  code_refused: 'Code asked for by an address that is not a recipient',
  code_wrong: 'Wrong code',
  code_right: 'Right code',
  locked: 'Locked after wrong tries',
  downloaded: 'Downloaded',
  refused_used_up: 'Refused: no downloads left',
}
