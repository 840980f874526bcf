import { allowSingleKeys, useSingleKeysAllowed } from '#web/platform/shortcuts.ts'
import { chooseTheme, useChosenTheme } from '#web/platform/theme.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Select } from '#web/ui/Select.tsx'

const themes = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Kept in this browser only. */
export function Preferences() {
  const theme = useChosenTheme() ?? 'system'
  const singleKeys = useSingleKeysAllowed()
  return (
    <div className="grid gap-4">
      <div className="max-w-xs">
        <Select
          label="Theme"
          options={themes}
          value={theme}
          onChange={({ target: { value } }) => chooseTheme(value === 'light' || value === 'dark' ? value : null)}
        />
      </div>
      <Checkbox
        label="Single-key shortcuts"
        hint="Switch them off if you dictate, or if keys fire by accident. Shortcuts with Ctrl or Alt stay."
        checked={singleKeys}
        onChange={(event) => allowSingleKeys(event.target.checked)}
      />
    </div>
  )
}
