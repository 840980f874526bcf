import { Download } from 'lucide-react'
import { buttonClass, Card } from '#web/ui/kit.ts'

export function DataCard() {
  return (
    <Card title="My data">
      <p className="mb-3 text-ink-2">
        What is kept about you: profile, firms, sessions, notifications and the record of your acts. What you wrote in
        cases belongs to the firm and leaves by its exports.
      </p>
      <a href="/api/profile/data" download className={buttonClass()}>
        <Download className="size-4" aria-hidden />
        Download My Data
      </a>
    </Card>
  )
}
