/** The zone of most of the state's courts comes first. */
const zones: Readonly<Record<string, readonly [string, ...string[]]>> = {
  az: ['America/Phoenix'],
  ca: ['America/Los_Angeles'],
  fl: ['America/New_York', 'America/Chicago'],
  ga: ['America/New_York'],
  il: ['America/Chicago'],
  mi: ['America/Detroit', 'America/Menominee'],
  nj: ['America/New_York'],
  ny: ['America/New_York'],
  oh: ['America/New_York'],
  pa: ['America/New_York'],
  tx: ['America/Chicago', 'America/Denver'],
  wa: ['America/Los_Angeles'],
}

/** Returns the firm's zone if the state has it. Null for forums that could be in any zone, such as federal courts. */
export function findCourtZone(forumId: string | null, firmZone: string | null): string | null {
  const ofState = zones[forumId?.split('_')[0] ?? '']
  if (!ofState) return null
  return ofState.find((zone) => zone === firmZone) ?? ofState[0]
}
