import { expect, test } from 'vitest'
import { describeActivity, describeActor } from './ActivityPanel.tsx'

test("an action reads as a sentence after the actor's name", () => {
  const words = (action: string, details = {}) => describeActivity({ action, details })
  expect(words('juror.seated', { jurorNumber: '41' })).toBe('seated juror 41')
  expect(words('strike.drafted')).toBe('drafted a strike')
  expect(words('export.link_password_wrong')).toBe('entered the wrong password for an export')
  expect(words('video.uploaded', { filename: 'day 1.mp4' })).toBe('uploaded a video: day 1.mp4')
  expect(words('juror.imported', { added: 14 })).toBe('imported jurors')
  expect(words('case.status_changed', { from: 'draft', to: 'active' })).toBe('moved the case from Draft to Active')
  expect(describeActivity({ action: 'case.member_added', details: {}, subject: 'Ana Li' })).toBe('added Ana Li')
  expect(words('case.member_removed')).toBe('removed a member')
  expect(words('session.review_changed', { from: 'none', to: 'in_review' })).toBe('started reviewing a session')
  expect(words('session.review_changed', { from: 'in_review', to: 'reviewed' })).toBe('marked a session as reviewed')
  expect(words('video.access_ended', { bytes: 5_000_000 })).toBe('received a recording: 4.77 MB')
  expect(words('export.access_ended', { bytes: 400 })).toBe('received an export: 400 Bytes')
  expect(words('something.new_here')).toBe('something new here')
})

test('an action without a name belongs to the system or a link holder', () => {
  const who = (actor: string | null, action: string, details = {}) => describeActor({ actor, action, details })
  expect(who('Trial attorney', 'export.link_created')).toBe('Trial attorney')
  expect(who(null, 'video.processed')).toBe('The system')
  expect(who(null, 'export.link_downloaded')).toBe('Someone with the link')
  expect(who(null, 'export.access_ended', { linkId: 'a link' })).toBe('Someone with the link')
})
