import { z } from 'zod'
import { listCaseActivity, type ActivityEvent } from '#contract/cases/cases.ts'
import type { CaseData } from '#contract/cases/data.ts'
import { formatDateTime, formatBytes } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { usePages } from '#web/platform/pages.ts'
import { ShowMore, Skeleton } from '#web/ui/kit.ts'
import { caseStatusLabels, fieldLabels } from './caseLabels.ts'

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
                    <span className="font-medium">{describeActor(event)}</span> {describeActivity(event)}
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

const nouns: Record<string, string> = {
  annotation: 'an annotation',
  case: 'the case',
  excusal: 'an excusal',
  export: 'an export',
  highlight: 'a highlight',
  juror: '{juror}',
  restricted_record: 'a restricted record',
  session: 'a session',
  speaker: 'a speaker',
  strike: 'a strike',
  transcript: 'a transcript',
  video: 'a video',
  voice: 'a voice',
}

const sentences: Record<string, string> = {
  'case.unarchived': 'restored the case from the archive',
  'case.restored': 'restored the case',
  'case.recording_declared': 'confirmed the recording permission',
  'case.archive_written': 'created a case archive',
  'case.archive_failed': 'failed to create a case archive',
  'case.member_added': 'added {member}',
  'case.member_changed': 'changed {member}',
  'case.member_removed': 'removed {member}',
  'case.lead_succeeded': 'assigned a new lead to replace someone who left',
  'case.opened_by_break_glass': 'overrode the ethical wall',
  'case.opinion_switched_on': 'turned on second opinions',
  'case.opinion_switched_off': 'turned off second opinions',
  'case.agreed_only_switched_on': 'hid findings that the second opinion disagrees with',
  'case.agreed_only_switched_off': 'showed all findings on the highlights page again',
  'export.access_ended': 'received an export',
  'export.accessed_by_link': 'opened an export from a share link',
  'export.integrity_changed': 'detected a change in a stored export',
  'export.ready': 'finished an export',
  'export.failed': 'failed to create an export',
  'export.expired': 'deleted an expired export',
  'export.cancelled': 'canceled an export',
  'export.downloaded_by_link': 'downloaded an export',
  'export.link_created': 'created a link to an export',
  'export.link_revoked': 'revoked a link to an export',
  'export.link_page_opened': 'opened an export page',
  'export.link_password_right': 'entered the password for an export',
  'export.link_password_wrong': 'entered the wrong password for an export',
  'export.link_code_sent': 'requested an access code for an export',
  'export.link_code_refused': 'was denied an access code for an export',
  'export.link_code_right': 'entered the access code for an export',
  'export.link_code_wrong': 'entered the wrong access code for an export',
  'export.link_locked': 'locked an export link after too many failed attempts',
  'export.link_downloaded': 'downloaded an export',
  'export.link_refused_used_up': 'tried to download an export with no downloads left',
  'highlight.commented': 'commented on a highlight',
  'highlight.mentioned': 'mentioned someone in a comment on a highlight',
  'highlight.text_changed': 'edited the text of a highlight',
  'juror.imported': 'imported jurors',
  'juror.restored': 'restored {juror}',
  'juror.rating_withdrawn': 'withdrew a rating for {juror}',
  'quote.verified': 'verified a quote against the recording',
  'quote.unverified': 'removed the verification of a quote',
  'juror.quote_linked': 'linked a quote to a fact about {juror}',
  'juror.quote_unlinked': 'unlinked a quote from a fact about {juror}',
  'juror.live_note_undone': 'undid a board note about {juror}',
  'juror.live_note_written': 'added a board note about {juror}',
  'restricted_record.written': 'saved a restricted record',
  'session.ready_for_review': 'finished preparing a session for review',
  'session.restored': 'restored a session',
  'session.video_attached': 'added a video to a session',
  'session.video_detached': 'removed a video from a session',
  'session.video_placed': 'changed a video’s position in a session',
  'strike.allowed_by_court': 'recorded that the court allowed a strike out of order',
  'strike.approved_afterwards': 'approved a strike after the fact',
  'strike.changes_requested': 'requested changes to a strike',
  'strike.denied': 'recorded that a strike was denied',
  'strike.objected': 'recorded an objection to a strike',
  'strike.ruled': 'recorded the ruling on a strike',
  'transcript.correction_undone': 'undid a transcript correction',
  'video.kept_out': 'excluded a video from analysis',
  'video.processed': 'finished analyzing a video',
  'video.processing_cancelled': 'canceled the analysis of a video',
  'video.processing_failed': 'failed to analyze a video',
  'video.reprocess_requested': 'reprocessed a video',
  'video.access_ended': 'received a recording',
  'video.downloaded': 'downloaded a recording',
  'video.viewed': 'viewed a recording',
  'video.integrity_changed': 'detected a change in a stored recording',
  'video.integrity_decided': 'chose to keep using a changed recording',
  'video.integrity_restored': 'confirmed that the original recording was restored',
  'video.restored': 'restored a video',
  'video.stage_retried': 'reran an analysis step',
  'video.transcript_attached': 'attached a transcript to a video',
  'video.upload_refused': 'lost access before a video finished uploading',
  'video.upload_cancelled': 'canceled a video upload',
  'voice.merged': 'merged voices',
  'voice.regrouped': 'regrouped voices',
  'voice.undone': 'undid a change to voices',
}

type DescribedEvent = Pick<ActivityEvent, 'action' | 'details'> & { subject?: ActivityEvent['subject'] }

export function describeActivity({ action, details, subject = null }: DescribedEvent): string {
  if (action === 'case.edited' || action === 'case.budget_changed') {
    const fields = Array.isArray(details.fields) ? details.fields : []
    const words = fields.map((field) => fieldLabels[field as keyof CaseData] ?? String(field))
    return `changed ${words.join(', ')}`
  }
  if (action === 'case.status_changed') {
    return `moved the case from ${describeStatus(details.from)} to ${describeStatus(details.to)}`
  }
  if (action === 'session.review_changed') {
    return details.to === 'reviewed' ? 'marked a session as reviewed' : 'started reviewing a session'
  }
  const juror = typeof details.jurorNumber === 'string' ? `juror ${details.jurorNumber}` : 'a juror'
  const words = (sentences[action] ?? describeByName(action))
    .replace('{member}', subject ?? 'a member')
    .replace('{juror}', juror)
  if (action.endsWith('.access_ended') && typeof details.bytes === 'number')
    return `${words}: ${formatBytes(details.bytes)}`
  return typeof details.filename === 'string' ? `${words}: ${details.filename}` : words
}

function describeByName(action: string): string {
  const [noun = '', verb = ''] = action.split('.')
  const thing = nouns[noun]
  return thing ? `${verb.replaceAll('_', ' ')} ${thing}` : action.replaceAll(/[._]/g, ' ')
}

/** Events from share links have no actor. */
export const describeActor = ({
  actor,
  action,
  details,
}: Pick<ActivityEvent, 'actor' | 'action' | 'details'>): string =>
  actor ??
  (/^export\.(link_|downloaded_by_link|accessed_by_link)/.test(action) || 'linkId' in details
    ? 'Someone with the link'
    : 'The system')

const describeStatus = (status: unknown): string =>
  (caseStatusLabels as Record<string, string>)[String(status)] ?? String(status)
