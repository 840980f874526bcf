import type { CaseData } from '#contract/cases/data.ts'
import { findForum, findForumRule } from '#law/forums/forums.ts'
import { cx } from '#web/ui/kit.ts'
import { describeField, fieldWords } from './caseWords.ts'

/** Fields of a case with their values, as a list of terms. */
export function FieldValues({ data, fields }: { data: CaseData; fields: readonly (keyof CaseData)[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {fields.map((field) => {
        const value = formatValue(field, data)
        return (
          <div key={field} className="min-w-0">
            <dt className="text-sm text-ink-3">{fieldWords[field]}</dt>
            {/* What was entered stands out from what is still open. */}
            <dd className={cx('break-words', (value === 'Not given' || value === 'None') && 'text-ink-3')}>{value}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The forum and its rule by name: their ids say nothing to a reader. */
function formatValue(field: keyof CaseData, data: CaseData): string {
  const forum = findForum(data.forumId)
  if (field === 'forumId') return forum?.name ?? 'Not given'
  if (field === 'forumRuleId') return (forum && findForumRule(forum, data.forumRuleId)?.label) ?? 'Not given'
  return describeField(field, data)
}
