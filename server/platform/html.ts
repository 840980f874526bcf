import { createHash } from 'node:crypto'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (each) => escapes[each]!)

/** The source of one inline style or script in a Content-Security-Policy. */
export const toPolicySource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
