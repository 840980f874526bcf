import type { Kit } from './sealed.types.ts'

/**
 * Checks a part of the audit record: each event by its own hash, and each link to the one before. Events of other matters
 * stand in it as their number and hash alone. Stands alone: the offline page carries this very function.
 */
export async function checkCustody(
  lines: AsyncIterable<string>,
  kit: Kit,
): Promise<{ events: number; faults: string[] }> {
  const fields = [
    'chain',
    'seq',
    'at',
    'actorId',
    'ip',
    'action',
    'entity',
    'entityId',
    'caseId',
    'details',
    'reason',
    'previousHash',
  ]
  const faults: string[] = []
  let events = 0
  let line = 0
  let before: { chain: unknown; seq: number; hash: unknown } | null = null
  for await (const text of lines) {
    line++
    let event: Record<string, unknown>
    try {
      event = JSON.parse(text) as Record<string, unknown>
    } catch {
      faults.push(`line ${line} of the custody log cannot be read`)
      before = null
      continue
    }
    const seq = Number(event.seq)
    const name = `event ${seq} of the custody log`
    const isOtherChain: boolean = before !== null && before.chain !== event.chain
    if (before !== null && !isOtherChain && seq !== before.seq + 1)
      faults.push(`${name} does not follow event ${before.seq}: something was taken out or put in between`)
    if (event.kind === 'event') {
      events++
      const hash = kit.sha256()
      hash.update(new TextEncoder().encode(JSON.stringify(fields.map((field) => event[field]))))
      if (hash.hex() !== event.hash) faults.push(`${name} was changed: its hash is not that of what it says`)
      if (before !== null && !isOtherChain && event.previousHash !== before.hash)
        faults.push(`${name} does not fit the hash of the event before it`)
    }
    before = { chain: event.chain, seq, hash: event.hash }
  }
  return { events, faults }
}
