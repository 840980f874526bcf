import '#web/platform/zod.setup.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { ContactForm } from '#web/features/help/ContactForm.tsx'
import { createQueryClient } from '#web/platform/network/queryClient.ts'
import { Dialog } from '#web/ui/kit.ts'
import { ReviewDialog } from './ReviewDialog.tsx'

type DialogName = 'review' | 'contact' | 'trial'

const cache = createQueryClient(() => {})
let root: Root | null = null
let opened = 0

export function openDialog(name: DialogName): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')))
  opened += 1
  root.render(
    <QueryClientProvider client={cache}>
      <Opened key={opened} name={name} />
    </QueryClientProvider>,
  )
}

function Opened({ name }: { name: DialogName }) {
  const [open, setOpen] = useState(true)
  if (name === 'review') return <ReviewDialog open={open} onOpenChange={setOpen} />
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={name === 'trial' ? 'Start Free Trial' : 'Schedule Live Demo'}
      description="The operator of this installation will read your request and reply by email."
    >
      {name === 'trial' ? (
        <ContactForm
          kind="trial"
          subject="Free trial"
          messageLabel="What would you like to try?"
          submitLabel="Request trial"
        />
      ) : (
        <ContactForm
          kind="demo"
          subject="Live demo"
          messageLabel="What would you like to see, and when are you available?"
          submitLabel="Request demo"
        />
      )}
    </Dialog>
  )
}
