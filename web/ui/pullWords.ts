/** Specification, section 9: how far must be pulled, px. */
export const thresholdPx = 100

export function pullWords(pulledPx: number, isRefreshing: boolean): string {
  if (isRefreshing) return 'Refreshing...'
  if (pulledPx === 0) return ''
  return pulledPx > thresholdPx ? 'Release to refresh' : 'Pull to refresh'
}
