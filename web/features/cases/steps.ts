import type { FieldGroup } from './faults.ts'

export const stepNames = ['basics', 'forum', 'people', 'team', 'confirm'] as const
export type StepName = (typeof stepNames)[number]

export const stepWords: Record<StepName, string> = {
  basics: 'Basics',
  forum: 'Forum and method',
  people: 'Parties',
  team: 'Team',
  confirm: 'Confirm',
}

/** The fields that a step edits; none where it does something else. */
export const stepGroups: Partial<Record<StepName, FieldGroup>> = { basics: 'basics', forum: 'forum', people: 'people' }
