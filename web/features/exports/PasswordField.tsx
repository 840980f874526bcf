import { useState } from 'react'
import { passwordLimits, passwordStrength } from '#contract/exports/passwords.ts'
import { Button, ProgressBar, TextField } from '#web/ui/kit.ts'

/** Where the bar is full: as strong as `newPassword` makes them. */
const fullBits = 120

type PasswordFieldProps = {
  label?: string
  value: string
  required: boolean
  hint: string
  error: string | undefined
  onChange: (password: string) => void
}

/** A new password with the meter that the server applies too. */
export function PasswordField({ label = 'Password', value, required, hint, error, onChange }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  const { bits, isEnough, word } = passwordStrength(value)
  return (
    <div className="grid gap-2">
      <TextField
        label={label}
        type={visible ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        required={required}
        maxLength={passwordLimits.max}
        value={value}
        hint={`${hint} It is not kept: write it down.`}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <div>
          <div aria-hidden="true">
            <ProgressBar label="Strength" value={(bits / fullBits) * 100} tone={isEnough ? 'success' : 'danger'} />
          </div>
          <output className="tabular text-sm text-ink-2">
            {`Strength: ${word}.`}
            {!isEnough &&
              ' Make it longer, of words and figures that nobody would guess, or take one that is made for you.'}
          </output>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            onChange(newPassword())
            setVisible(true)
          }}
        >
          Make a password
        </Button>
        {value !== '' && (
          <Button variant="quiet" aria-pressed={visible} onClick={() => setVisible(!visible)}>
            {visible ? 'Hide' : 'Show'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** 32 signs that are told apart when read over the telephone: no l, no o, no 0 and 1. */
const signs = 'abcdefghijkmnpqrstuvwxyz23456789'
const groups = 4
const groupChars = 5

/** Twenty random signs of 32, 100 bits, in groups that can be read aloud. */
export function newPassword(): string {
  const random = crypto.getRandomValues(new Uint8Array(groups * groupChars))
  // 256 is a multiple of 32: no sign is likelier than another.
  const all = Array.from(random, (byte) => signs[byte % signs.length]).join('')
  const password = Array.from({ length: groups }, (_, at) => all.slice(at * groupChars, (at + 1) * groupChars)).join(
    '-',
  )
  return passwordStrength(password).isEnough ? password : newPassword()
}
