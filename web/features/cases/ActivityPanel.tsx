import { z } from 'zod'
import { listCaseActivity, type ActivityEvent } from '#contract/cases/cases.ts'
import type { CaseData } from '#contract/cases/data.ts'
import { formatDateTime, formatBytes } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { usePages } from '#web/platform/pages.ts'
import { ShowMore, Skeleton } from '#web/ui/kit.ts'
import { caseStatusWords, fieldWords } from './caseWords.ts'

export function ActivityPanel({ caseId }: { caseId: string }) {
  const events = usePages(listCaseActivity, { params: { caseId }, input: {} }, z.unknown())
  return (
    <Loaded query={events} skeleton={<Skeleton className="h-48" />}>
      {({ pages }) => (
        <>
          <ol aria-label="Activity" className="divide-y divide-line rounded-card border border-line bg-surface">
            {pages
              .flatMap((page) => page.items)
              .map((event) => (
                <li key={event.seq} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
                  <time dateTime={event.at} className="tabular text-sm text-ink-3">
                    {formatDateTime(event.at)}
                  </time>
                  <div className="min-w-0 break-words">
                    <span className="font-medium">{describeWho(event)}</span> {activityWords(event)}
                    {event.reason && <p className="text-sm text-ink-2">Reason: {event.reason}</p>}
                  </div>
                </li>
              ))}
          </ol>
          {events.hasNextPage && (
            <div className="mt-4 grid justify-items-center">
              <ShowMore busy={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()} />
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}

/** What is done to most things reads as the verb of the action and the thing: "juror.seated", seated a juror. */
const things: Record<string, string> = {
  annotation: 'an annotation',
  case: 'the case',
  excusal: 'an excusal',
  export: 'an export',
  highlight: 'a highlight',
  juror: 'a juror',
  restricted_record: 'a restricted record',
  session: 'a session',
  speaker: 'a speaker',
  strike: 'a strike',
  transcript: 'a transcript',
  video: 'a video',
  voice: 'a voice',
}

const sentences: Record<string, string> = {
  'case.unarchived': 'took the case out of the archive',
  'case.restored': 'took back the deletion of the case',
  'case.recording_declared': 'declared the recording permission',
  'case.archive_written': 'wrote an archive of the case',
  'case.member_added': 'added a member',
  'case.member_changed': 'changed a member',
  'case.member_removed': 'removed a member',
  'case.lead_succeeded': 'made somebody the lead in place of a person who left',
  'case.opened_by_break_glass': 'opened the case behind the wall',
  'case.opinion_switched_on': 'switched second opinions on',
  'case.opinion_switched_off': 'switched second opinions off',
  'export.access_ended': 'was sent an export',
  'export.accessed_by_link': 'opened an export by link',
  'export.integrity_changed': 'found a stored export changed',
  'export.ready': 'finished an export',
  'export.failed': 'could not make an export',
  'export.expired': 'destroyed an export whose time was over',
  'export.cancelled': 'stopped an export',
  'export.downloaded_by_link': 'downloaded an export',
  'export.link_created': 'made a link to an export',
  'export.link_revoked': 'revoked a link to an export',
  'export.link_page_opened': 'opened the page of an export',
  'export.link_password_right': 'entered the password of an export',
  'export.link_password_wrong': 'entered a wrong password for an export',
  'export.link_code_sent': 'asked for a code to an export',
  'export.link_code_refused': 'was refused a code to an export',
  'export.link_code_right': 'entered the code to an export',
  'export.link_code_wrong': 'entered a wrong code to an export',
  'export.link_locked': 'locked the link to an export by wrong tries',
  'export.link_downloaded': 'downloaded an export',
  'export.link_refused_used_up': 'found no downloads left of an export',
  'highlight.commented': 'commented on a highlight',
  'highlight.mentioned': 'mentioned somebody at a highlight',
  'highlight.text_changed': 'changed the words of a highlight',
  'juror.imported': 'imported jurors',
  'juror.restored': 'took back the deletion of a juror',
  'juror.rating_withdrawn': 'withdrew a rating of a juror',
  'juror.quote_linked': 'tied words to a fact of a juror',
  'juror.quote_unlinked': 'untied words from a fact of a juror',
  'juror.live_note_written': 'wrote a note about a juror in court',
  'restricted_record.written': 'wrote a restricted record',
  'session.ready_for_review': 'finished a session for review',
  'session.restored': 'took back the deletion of a session',
  'session.video_attached': 'put a video into a session',
  'session.video_detached': 'took a video out of a session',
  'session.video_placed': 'placed a video on the time of a session',
  'strike.allowed_by_court': 'recorded that the court allows more strikes',
  'strike.approved_afterwards': 'approved a strike afterwards',
  'strike.changes_requested': 'asked for changes to a strike',
  'strike.denied': 'recorded that a strike was denied',
  'strike.objected': 'recorded an objection to a strike',
  'strike.ruled': 'recorded the ruling on a strike',
  'transcript.correction_undone': 'took back a correction of a transcript',
  'video.kept_out': 'kept a video out of the analysis',
  'video.processed': 'finished the analysis of a video',
  'video.processing_cancelled': 'stopped the analysis of a video',
  'video.processing_failed': 'could not finish the analysis of a video',
  'video.reprocess_requested': 'asked for a new analysis of a video',
  'video.access_ended': 'was sent a recording',
  'video.downloaded': 'downloaded a recording',
  'video.viewed': 'viewed a recording',
  'video.integrity_changed': 'found a stored recording changed',
  'video.integrity_decided': 'decided to go on with a changed recording',
  'video.integrity_restored': 'found a changed recording restored',
  'video.restored': 'took back the deletion of a video',
  'video.stage_retried': 'tried a step of the analysis again',
  'video.transcript_attached': 'attached a transcript to a video',
  'video.upload_refused': 'lost access before the upload of a video ended',
  'video.upload_cancelled': 'gave up the upload of a video',
  'voice.merged': 'merged voices',
  'voice.regrouped': 'grouped the voices anew',
}

type Told = Pick<ActivityEvent, 'action' | 'details'> & { subject?: ActivityEvent['subject'] }

/** What happened, in words after the name of who did it; an action without words reads as its own name. */
export function activityWords({ action, details, subject = null }: Told): string {
  if (action === 'case.edited' || action === 'case.budget_changed') {
    const fields = Array.isArray(details.fields) ? details.fields : []
    const words = fields.map((field) => fieldWords[field as keyof CaseData] ?? String(field))
    return `changed ${words.join(', ')}`
  }
  if (action === 'case.status_changed') {
    return `moved the case from ${statusWord(details.from)} to ${statusWord(details.to)}`
  }
  if (action === 'session.review_changed') {
    return details.to === 'reviewed' ? 'marked a session as reviewed' : 'began the review of a session'
  }
  const words = sentences[action] ?? plainWords(action)
  if (action.endsWith('.access_ended') && typeof details.bytes === 'number')
    return `${words}: ${formatBytes(details.bytes)}`
  if (subject !== null && words.includes('a member')) return words.replace('a member', subject)
  if (typeof details.jurorNumber === 'string') return words.replace('a juror', `juror ${details.jurorNumber}`)
  return typeof details.filename === 'string' ? `${words}: ${details.filename}` : words
}

function plainWords(action: string): string {
  const [noun = '', verb = ''] = action.split('.')
  const thing = things[noun]
  return thing ? `${verb.replaceAll('_', ' ')} ${thing}` : action.replaceAll(/[._]/g, ' ')
}

/** What a link lets strangers do has no name of a person. */
export const describeWho = ({ actor, action, details }: Pick<ActivityEvent, 'actor' | 'action' | 'details'>): string =>
  actor ??
  (/^export\.(link_|downloaded_by_link|accessed_by_link)/.test(action) || 'linkId' in details
    ? 'Somebody with the link'
    : 'The system')

const statusWord = (status: unknown): string =>
  (caseStatusWords as Record<string, string>)[String(status)] ?? String(status)
