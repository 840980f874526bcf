export const formatAskedLabel = (who: string): string => `A. (${who}?)`

export function readAskedLabel(label: string): { jurorNumber: string | null; name: string | null } | null {
  const [, who] = /^A\. \((.+)\?\)$/.exec(label) ?? []
  if (who === undefined) return null
  const [, jurorNumber] = /^Juror (\S+)$/.exec(who) ?? []
  return jurorNumber === undefined ? { jurorNumber: null, name: who } : { jurorNumber, name: null }
}

const sharedLabel =
  /^(?:(?:the|an?|another|unidentified|unknown|male|female|prospective|potential|alternate|trial) )*(?:juror|venire ?(?:man|woman|person|member)|panelist|panel member|witness|speaker|man|woman|a|answer)s?[.:]?$/i

export const isSharedLabel = (label: string): boolean => sharedLabel.test(label.trim())
