import { Refusal } from '../errors.ts'

/** A list continues after this sort key and ID. */
export const buildCursor = (key: string, id: string): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url')

export function parseCursor(cursor: string): { key: string; id: string } {
  const fault = new Refusal('invalid', 'Invalid list cursor. Reload the list from the start.')
  try {
    const [key, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (typeof key === 'string' && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id)) return { key, id }
  } catch {
    throw fault
  }
  throw fault
}
