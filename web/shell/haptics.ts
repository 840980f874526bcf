/** Specification, section 9: how long a phone shakes, ms; pauses at the odd places. */
export const hapticPatterns = {
  light: [10],
  medium: [25],
  heavy: [50],
  success: [10, 50, 10],
  warning: [25, 50, 25],
  error: [50, 50, 50],
} as const

/** Does nothing where a device cannot, or a person has asked for less motion. */
export function shake(pattern: keyof typeof hapticPatterns): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  navigator.vibrate?.([...hapticPatterns[pattern]])
}
