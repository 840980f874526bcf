/**
 * For each state, the zone of most of its courts comes first. States in two zones are listed only if they have a forum.
 */
const zones: Readonly<Record<string, readonly [string, ...string[]]>> = {
  al: ['America/Chicago'],
  ar: ['America/Chicago'],
  az: ['America/Phoenix'],
  ca: ['America/Los_Angeles'],
  co: ['America/Denver'],
  ct: ['America/New_York'],
  dc: ['America/New_York'],
  de: ['America/New_York'],
  fl: ['America/New_York', 'America/Chicago'],
  ga: ['America/New_York'],
  hi: ['Pacific/Honolulu'],
  ia: ['America/Chicago'],
  il: ['America/Chicago'],
  la: ['America/Chicago'],
  ma: ['America/New_York'],
  md: ['America/New_York'],
  me: ['America/New_York'],
  mi: ['America/Detroit', 'America/Menominee'],
  mn: ['America/Chicago'],
  mo: ['America/Chicago'],
  ms: ['America/Chicago'],
  mt: ['America/Denver'],
  nc: ['America/New_York'],
  nh: ['America/New_York'],
  nj: ['America/New_York'],
  nm: ['America/Denver'],
  ny: ['America/New_York'],
  oh: ['America/New_York'],
  ok: ['America/Chicago'],
  pa: ['America/New_York'],
  ri: ['America/New_York'],
  sc: ['America/New_York'],
  tx: ['America/Chicago', 'America/Denver'],
  ut: ['America/Denver'],
  va: ['America/New_York'],
  vt: ['America/New_York'],
  wa: ['America/Los_Angeles'],
  wi: ['America/Chicago'],
  wv: ['America/New_York'],
  wy: ['America/Denver'],
}

const codes: Readonly<Record<string, string>> = {
  ...{ alabama: 'al', arkansas: 'ar', arizona: 'az', california: 'ca', colorado: 'co', connecticut: 'ct' },
  ...{ 'district of columbia': 'dc', delaware: 'de', florida: 'fl', georgia: 'ga', hawaii: 'hi', iowa: 'ia' },
  ...{ illinois: 'il', louisiana: 'la', massachusetts: 'ma', maryland: 'md', maine: 'me', michigan: 'mi' },
  ...{ minnesota: 'mn', missouri: 'mo', mississippi: 'ms', montana: 'mt', 'north carolina': 'nc' },
  ...{ 'new hampshire': 'nh', 'new jersey': 'nj', 'new mexico': 'nm', 'new york': 'ny', ohio: 'oh' },
  ...{ oklahoma: 'ok', pennsylvania: 'pa', 'rhode island': 'ri', 'south carolina': 'sc', texas: 'tx' },
  ...{ utah: 'ut', virginia: 'va', vermont: 'vt', washington: 'wa', wisconsin: 'wi', 'west virginia': 'wv' },
  ...{ wyoming: 'wy' },
}

function findStateCode(state: string): string {
  const word = state.trim().toLowerCase()
  return codes[word] ?? word
}

type Court = { forumId: string | null; state: string }

/**
 * Returns the firm's zone if it is one of the state's zones, or the state's first zone otherwise. For a federal court,
 * the state comes from the case. Returns null if neither the forum nor the state determines a zone.
 */
export function findCourtZone({ forumId, state }: Court, firmZone: string | null): string | null {
  const ofState = zones[forumId?.split('_')[0] ?? ''] ?? zones[findStateCode(state)]
  if (!ofState) return null
  return ofState.find((zone) => zone === firmZone) ?? ofState[0]
}
