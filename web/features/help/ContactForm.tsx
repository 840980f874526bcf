import { useState } from 'react'
import { type ContactKind, contactLimits, sendContactRequest } from '#contract/operations/contact.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { Button, Notice, TextArea, TextField } from '#web/ui/kit.ts'

type ContactFormProps = {
  kind: ContactKind
  subject?: string
  messageLabel?: string
  submitLabel: string
}

export function ContactForm({ kind, subject = '', messageLabel = 'Message', submitLabel }: ContactFormProps) {
  const [isSent, setIsSent] = useState(false)
  const form = useCommandForm(sendContactRequest, {
    defaults: { kind, name: '', email: '', firm: '', subject, message: '' },
    onDone: () => setIsSent(true),
  })
  if (isSent) {
    return (
      <output className="block">
        <Notice tone="success">Request sent. The operator of this installation will reply by email.</Notice>
      </output>
    )
  }
  return (
    <div className="print:hidden">
      <CommandForm form={form}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...form.field('name')} label="Your name" autoComplete="name" required />
          <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" required />
        </div>
        <TextField {...form.field('firm')} label="Firm" autoComplete="organization" required={false} />
        <TextField {...form.field('subject')} label="Subject" required />
        <TextArea
          {...form.field('message')}
          label={messageLabel}
          hint={`${contactLimits.messageMin} to ${contactLimits.messageMax} characters. Don’t include juror names or quotes from the record.`}
          required
        />
        <p className="text-sm text-ink-2">
          We store these fields, plus your IP address for one day. Resolved requests are deleted after{' '}
          {contactLimits.keepDays} days.
        </p>
        <div>
          <Button type="submit" variant="primary" busy={form.busy}>
            {form.busy ? 'Sending…' : submitLabel}
          </Button>
        </div>
      </CommandForm>
    </div>
  )
}
