import { useState } from 'react'
import { formatDateTime, chooseTimeDisplay, timeDisplay, timeZones } from '#web/platform/format.ts'
import { allowSingleKeys, useSingleKeysAllowed } from '#web/platform/page/shortcuts.ts'
import { chooseTheme, useChosenTheme } from '#web/platform/page/theme.ts'
import { Checkbox, Select } from '#web/ui/kit.ts'

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

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
      <TimeSettings />
      <Checkbox
        label="Single-key shortcuts"
        hint="Turn this off if you use dictation or trigger shortcuts by accident. Shortcuts that use Ctrl or Alt still work."
        checked={singleKeys}
        onChange={(event) => allowSingleKeys(event.target.checked)}
      />
    </div>
  )
}

const clocks = [
  { value: '12', label: '12-hour (2:05 PM)' },
  { value: '24', label: '24-hour (14:05)' },
]

function TimeSettings() {
  const [display, setDisplay] = useState(timeDisplay)
  const [now] = useState(() => new Date().toISOString())
  const choose = (patch: Partial<typeof display>) => {
    const next = { ...display, ...patch }
    chooseTimeDisplay(next)
    setDisplay(next)
  }
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
      <Select
        label="Display time zone"
        placeholder="Device time zone"
        options={timeZones}
        value={display.timeZone ?? ''}
        hint={`Now: ${formatDateTime(now)}`}
        onChange={({ target: { value } }) => choose({ timeZone: value || null })}
      />
      <Select
        label="Clock"
        placeholder="System"
        options={clocks}
        value={display.clock ?? ''}
        onChange={({ target: { value } }) => choose({ clock: value === '12' || value === '24' ? value : null })}
      />
    </div>
  )
}
