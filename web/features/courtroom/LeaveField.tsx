import { Button, TextField } from '#web/ui/kit.ts'

/** What is most often the reason, so that nobody types while the judge waits. */
const usual = ['The court changed the order', 'Both sides agreed'] as const

/** A strike out of turn or out of order is recorded only with why the court allowed it. */
export function LeaveField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="grid gap-2">
      <TextField
        label="Why the court allowed it"
        hint="Kept with the strike and in the audit trail."
        value={value}
        onChange={(event) => onChange(event.target.value)}
        required
      />
      <div className="flex flex-wrap gap-2">
        {usual.map((reason) => (
          <Button key={reason} className="min-h-11" onClick={() => onChange(`${reason}.`)}>
            {reason}
          </Button>
        ))}
      </div>
    </div>
  )
}
