import { accessibility } from './content/accessibility.ts'
import { dataProcessing, privacy } from './content/privacy.ts'
import { contact, docs, help } from './content/support.ts'
import { disclaimers, legalInquiries, recording, terms } from './content/terms.ts'
import type { LegalSection } from './legalSection.ts'

/** In the order of the page. */
export const legalSections: readonly LegalSection[] = [
  help,
  contact,
  docs,
  privacy,
  terms,
  disclaimers,
  recording,
  dataProcessing,
  accessibility,
  legalInquiries,
]
