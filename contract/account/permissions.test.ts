import { describe, expect, test } from 'vitest'
import {
  type CaseAction,
  caseActions,
  caseAllows,
  caseRoles,
  caseRule,
  type CaseRole,
  type CaseStanding,
  getCaseRefusal,
  videoActions,
  videoAllows,
} from './permissions.ts'

const standing = (role: CaseRole | null, more: Partial<CaseStanding> = {}): CaseStanding => ({
  role,
  canApproveStrikes: false,
  isAdministrator: false,
  isByBreakGlass: false,
  ...more,
})
const listAllowed = (given: CaseStanding, isOwn = false) =>
  caseActions.filter((action) => caseAllows(given, action, { isOwn }))

/** The actions of each role, without those of the roles below it in this list. */
const added: Record<CaseRole, CaseAction[]> = {
  viewer: ['seeTitle', 'see', 'comment'],
  consultant: ['uploadVideos', 'annotate', 'review', 'rateJurors', 'draftStrikes', 'seeWorkProduct', 'export'],
  paralegal: ['editData', 'declareRecording', 'manageSessions', 'reprocessVideos', 'manageJurors', 'recordRulings'],
  attorney: ['moveStatus', 'removeVideos', 'exerciseStrikes', 'shareExports', 'readAudit'],
  lead: [
    ...(['editBudget', 'moveStatusBack', 'archive', 'approveStrikes', 'overrideStrikes', 'restrictedRecord'] as const),
    ...(['keepRestrictedRecords', 'revokeExports', 'askOpinion', 'manageMembers'] as const),
  ],
}
const ladder: readonly CaseRole[] = ['viewer', 'consultant', 'paralegal', 'attorney', 'lead']

describe('a case', () => {
  test.for(ladder)('a %s may do what the roles below may, and more', (role) => {
    const expected = ladder.slice(0, ladder.indexOf(role) + 1).flatMap((each) => added[each])
    expect(listAllowed(standing(role)).toSorted()).toEqual(expected.toSorted())
  })

  test('the list names every action but deleting the case, which no role may', () => {
    const named = Object.values(added).flat()
    expect(caseActions.filter((action) => !named.includes(action))).toEqual(['remove'])
  })

  test('somebody without a role may do nothing, even with what was theirs', () => {
    expect(listAllowed(standing(null), true)).toEqual([])
  })

  test('an administrator who isn’t a member sees the title, and governs the case', () => {
    expect(listAllowed(standing(null, { isAdministrator: true }))).toEqual([
      ...['seeTitle', 'moveStatusBack', 'archive', 'remove'],
    ])
  })

  test('an administrator with break-glass access reads, and doesn’t comment', () => {
    const reads = listAllowed(standing('viewer', { isAdministrator: true, isByBreakGlass: true }))
    expect(reads).toEqual(['seeTitle', 'see', 'moveStatusBack', 'archive', 'remove'])
  })

  test('an attorney with approval rights approves strikes, and nobody else does with that flag', () => {
    const approving = caseRoles.filter((role) =>
      caseAllows(standing(role, { canApproveStrikes: true }), 'approveStrikes'),
    )
    expect(approving).toEqual(['lead', 'attorney'])
  })

  test('what is one’s own: a paralegal’s video, and anyone’s export', () => {
    const own = (role: CaseRole) =>
      listAllowed(standing(role), true).filter((action) => !caseAllows(standing(role), action))
    expect(caseRoles.map((role) => [role, own(role)])).toEqual([
      ['lead', []],
      ['attorney', ['revokeExports']],
      ['paralegal', ['removeVideos', 'revokeExports']],
      ['consultant', ['revokeExports']],
      ['viewer', []],
    ])
  })

  test('while it is archived, it can be read, exported, shared, and governed, and nothing else', () => {
    expect(caseActions.filter((action) => caseRule(action).whileArchived)).toEqual([
      ...['seeTitle', 'see', 'archive', 'remove', 'seeWorkProduct', 'restrictedRecord', 'export', 'shareExports'],
      ...['revokeExports', 'manageMembers', 'readAudit'],
    ])
  })
})

describe('a refusal names who can, in words', () => {
  test.for([
    ['editBudget', 'Only the lead on this case can change its forum, selection method, or strike budget.'],
    ['moveStatus', 'Only the lead or an attorney on this case can change its status.'],
    ['export', 'Only the lead, an attorney, a paralegal, or a consultant on this case can export from it.'],
    ['approveStrikes', 'Only the lead or an attorney with approval rights on this case can approve strikes.'],
    ['archive', 'Only the lead on this case or a firm administrator can archive or restore it.'],
    ['remove', 'Only a firm administrator can delete it.'],
  ] as const)('%s: %s', ([action, words]) => {
    expect(getCaseRefusal(action)).toBe(words)
  })
})

describe('a video', () => {
  test('follows the case’s permissions for each of its actions', () => {
    for (const action of Object.keys(videoActions) as (keyof typeof videoActions)[])
      for (const role of [...caseRoles, null])
        for (const isAdministrator of [true, false])
          for (const isOwn of [true, false])
            expect([action, role, isOwn, videoAllows({ role, isAdministrator }, action, { isOwn })]).toEqual([
              ...[action, role, isOwn],
              caseAllows(standing(role, { isAdministrator }), videoActions[action], { isOwn }),
            ])
  })

  test('isn’t changed by approval rights or break-glass access', () => {
    for (const action of Object.values(videoActions))
      for (const role of caseRoles)
        expect([
          action,
          role,
          caseAllows(standing(role, { canApproveStrikes: true, isByBreakGlass: true }), action),
        ]).toEqual([...[action, role], caseAllows(standing(role), action)])
  })
})
