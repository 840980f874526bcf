import type { CaseIssue } from '#contract/cases/data.ts'
import { TextField } from '#web/ui/kit.ts'
import type { FieldsProps } from './BasicsFields.tsx'
import { Rows } from './PeopleFields.tsx'

const added = (): CaseIssue => ({ name: '', description: '', watchWords: [] })

export function ThemeFields({ data, faults, onChange }: FieldsProps) {
  return (
    <Rows
      title="Themes"
      one="theme"
      fault={faults.issues}
      rows={data.issues}
      added={added}
      onChange={(issues) => onChange({ issues })}
    >
      {(theme, index, set) => (
        <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
          <TextField
            label="Name"
            value={theme.name}
            error={faults[`issues.${index}.name`]}
            onChange={(event) => set({ name: event.target.value })}
          />
          <TextField
            // The box keeps what is typed; after a row was removed it must show that of its new row.
            key={data.issues.length}
            label="Words to watch for"
            required={false}
            hint="Separated by commas."
            defaultValue={theme.watchWords.join(', ')}
            error={Object.entries(faults).find(([path]) => path.startsWith(`issues.${index}.watchWords`))?.[1]}
            onChange={(event) =>
              set({
                watchWords: event.target.value
                  .split(',')
                  .map((each) => each.trim())
                  .filter(Boolean),
              })
            }
          />
          <div className="sm:col-span-2">
            <TextField
              label="What it is about"
              required={false}
              value={theme.description}
              error={faults[`issues.${index}.description`]}
              onChange={(event) => set({ description: event.target.value })}
            />
          </div>
        </div>
      )}
    </Rows>
  )
}
