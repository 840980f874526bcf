import { readProfile } from '#server/features/profile/profile.service.ts'
import { cleanText } from './clean.ts'
import type { Block } from './doc.ts'
import type { Gathered } from './gather.ts'

/**
 * A line to sign on, with who asked for the document: their own signature block where they wrote one, else what their
 * profile says of them.
 */
export async function signatureOf({ db, order, firmName }: Gathered): Promise<Block> {
  const { name, title, barAdmissions, signatureBlock, phone } = await readProfile(db, order.createdBy)
  const own = signatureBlock.split('\n').map((line) => cleanText(line).trim())
  const known = [
    title,
    ...barAdmissions
      .filter(({ status }) => status === 'active')
      .map(({ state, number }) => `Bar No. ${number} (${state})`),
    firmName,
    phone,
  ]
  return {
    kind: 'signature',
    name: cleanText(name),
    lines: [...(own.some(Boolean) ? own : known.map(cleanText)).filter(Boolean), 'Date: ____________________'],
  }
}
