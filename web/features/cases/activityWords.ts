import type { CaseData } from '#contract/cases.data.ts'
import type { ActivityEvent } from '#contract/cases.ts'
import { caseStatusWords, fieldWords } from './caseWords.ts'

const sentences: Record<string, string> = {
  'case.created': 'created the case',
  'case.archived': 'archived the case',
  'case.unarchived': 'took the case out of the archive',
  'case.deleted': 'deleted the case',
  'case.restored': 'took back the deletion of the case',
  'case.recording_declared': 'declared the recording permission',
  'case.member_added': 'added a member',
  'case.member_changed': 'changed a member',
  'case.member_removed': 'removed a member',
  'case.lead_succeeded': 'made somebody the lead in place of a person who left',
  'case.opened_by_break_glass': 'opened the case behind the wall',
}

/** What happened, in words after the name of who did it; an unknown action reads as its own name. */
export function activityWords({ action, details }: Pick<ActivityEvent, 'action' | 'details'>): string {
  if (action === 'case.edited' || action === 'case.budget_changed') {
    const fields = Array.isArray(details.fields) ? details.fields : []
    const words = fields.map((field) => fieldWords[field as keyof CaseData] ?? String(field))
    return `changed ${words.join(', ')}`
  }
  if (action === 'case.status_changed') {
    return `moved the case from ${statusWord(details.from)} to ${statusWord(details.to)}`
  }
  const subject = typeof details.filename === 'string' ? `: ${details.filename}` : ''
  return `${sentences[action] ?? action.replaceAll(/[._]/g, ' ')}${subject}`
}

const statusWord = (status: unknown): string =>
  (caseStatusWords as Record<string, string>)[String(status)] ?? String(status)
