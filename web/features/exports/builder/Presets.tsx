import { cx } from '#web/ui/kit.ts'
import type { Draft, Preset } from './plan.ts'

type PresetsProps = { presets: readonly Preset[]; draft: Draft; onChoose: (preset: Preset) => void }

export function Presets({ presets, draft, onChoose }: PresetsProps) {
  return (
    <ul aria-label="Presets" className="grid gap-2 @sm:grid-cols-2">
      {presets.map((preset) => (
        <li key={preset.title}>
          <button
            type="button"
            aria-pressed={preset.type === draft.type && preset.template === draft.template}
            onClick={() => onChoose(preset)}
            className={cx(
              'grid h-full w-full cursor-pointer content-start gap-0.5 rounded-card border border-line-strong px-3 py-2 text-left hover:bg-hover',
              'aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:outline-1 aria-pressed:outline-accent',
            )}
          >
            <span className="font-bold">{preset.title}</span>
            <span className="text-sm text-ink-2">{preset.about}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
