export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info' | 'positive' | 'negative' | 'mixed'

export const toneClass: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-neutral-fg',
  accent: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success-fg',
  warning: 'bg-warning-soft text-warning-fg',
  danger: 'bg-danger-soft text-danger-fg',
  info: 'bg-info-soft text-info-fg',
  positive: 'bg-positive-soft text-positive-fg',
  negative: 'bg-negative-soft text-negative-fg',
  mixed: 'bg-mixed-soft text-mixed-fg',
}
