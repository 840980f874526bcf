/** Label for answers when it isn't certain who is examined, such as "A. (Juror 7?)". */
export const formatAskedLabel = (who: string): string => `A. (${who}?)`

export function readAskedLabel(label: string): { jurorNumber: string | null; name: string | null } | null {
  const [, who] = /^A\. \((.+)\?\)$/.exec(label) ?? []
  if (who === undefined) return null
  const [, jurorNumber] = /^Juror (\S+)$/.exec(who) ?? []
  return jurorNumber === undefined ? { jurorNumber: null, name: who } : { jurorNumber, name: null }
}
