import type { ExportStatus } from '#contract/exports/exports.ts'
import type { accessKinds, LinkState } from '#contract/exports/share.ts'
import type { StatusKind, Tone } from '#web/ui/kit.ts'

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
