import { useState } from 'react'
import { passwordLimits, passwordStrength } from '#contract/exports/passwords.ts'
import { Button, ProgressBar, TextField } from '#web/ui/kit.ts'

/** In bits. A generated password is about strong enough to fill the bar. */
const fullBits = 120

type PasswordFieldProps = {
  label?: string
  value: string
  required: boolean
  hint: string
  error: string | undefined
  onChange: (password: string) => void
}

const strengthWords = { weak: 'too weak', enough: 'enough', strong: 'strong' } as const

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
        hint={`${hint} It isn’t stored, so write it down.`}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <div>
          <div aria-hidden="true">
            <ProgressBar label="Strength" value={(bits / fullBits) * 100} tone={isEnough ? 'success' : 'danger'} />
          </div>
          <output className="tabular text-sm text-ink-2">
            {`Strength: ${strengthWords[word]}.`}
            {!isEnough && ' Make it longer with words and numbers nobody would guess, or generate one.'}
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
          Generate password
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

/** Excludes lookalikes (l, o, 0, 1), so passwords can be read over the phone. */
const signs = 'abcdefghijkmnpqrstuvwxyz23456789'
const groups = 4
const groupChars = 5

export function newPassword(): string {
  const random = crypto.getRandomValues(new Uint8Array(groups * groupChars))
  // 256 is a multiple of 32, so every character is equally likely.
  const all = Array.from(random, (byte) => signs[byte % signs.length]).join('')
  const password = Array.from({ length: groups }, (_, at) => all.slice(at * groupChars, (at + 1) * groupChars)).join(
    '-',
  )
  return passwordStrength(password).isEnough ? password : newPassword()
}
