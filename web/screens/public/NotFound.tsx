import { Link } from '@tanstack/react-router'
import { BookOpen, Briefcase, Gauge, House, User, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { PublicPage } from '#web/shell/index.ts'
import { buttonClass, Card } from '#web/ui/kit.ts'

const rowClass = 'flex items-start gap-3 rounded-card border border-line bg-surface p-4 hover:bg-hover'

const questions = [
  {
    question: 'How do I upload videos?',
    answer:
      'Open Video Processing, then drag and drop your files or browse for them. MP4, MOV, AVI, and WebM files are supported.',
  },
  {
    question: 'Where can I view case analytics?',
    answer: 'Open Cases and choose a case to see its analytics.',
  },
  { question: 'How do I export reports?', answer: 'Export reports as PDF or Excel from the Exports page.' },
  {
    question: 'How do I collaborate with my team?',
    answer: 'Add team members from the case details page.',
  },
] as const

export function NotFound() {
  return (
    <PublicPage title="Page Not Found">
      <p className="tabular text-sm font-medium text-ink-3">404</p>
      <h1 className="text-2xl font-bold">Page Not Found</h1>
      <p className="mt-2 text-lg text-ink-2">There’s no page at this address. Try one of these:</p>

      <ul className="mt-6 grid gap-3 sm:grid-cols-2">
        <li>
          <a href="/" className={rowClass}>
            <Destination
              icon={<House className="size-5" />}
              title="Homepage"
              description="What Venire does and who it’s for"
            />
          </a>
        </li>
        <li>
          <Link to="/dashboard" className={rowClass}>
            <Destination
              icon={<Gauge className="size-5" />}
              title="Dashboard"
              description="Platform overview and analytics"
            />
          </Link>
        </li>
        <li>
          <Link to="/video-processing" className={rowClass}>
            <Destination
              icon={<Video className="size-5" />}
              title="Video Processing"
              description="Upload videos and track their analysis"
            />
          </Link>
        </li>
        <li>
          <Link to="/cases" className={rowClass}>
            <Destination
              icon={<Briefcase className="size-5" />}
              title="Cases"
              description="Your cases and their status"
            />
          </Link>
        </li>
        <li className="sm:col-span-2">
          <Link to="/profile" className={rowClass}>
            <Destination icon={<User className="size-5" />} title="Profile" description="Your account and sign-ins" />
          </Link>
        </li>
      </ul>

      <h2 className="mt-8 mb-3 text-xl font-bold">Frequently asked questions</h2>
      <div className="grid gap-2">
        {questions.map(({ question, answer }) => (
          <details key={question} className="rounded-card border border-line bg-surface">
            <summary className="min-h-10 px-4 py-2.5 font-medium touch:min-h-11">{question}</summary>
            <p className="px-4 pb-3 text-ink-2">{answer}</p>
          </details>
        ))}
      </div>

      <Card title="Still Need Help?" className="mt-8">
        <p className="mb-3 text-ink-2">The documentation covers every screen and how to get help.</p>
        <div className="flex flex-wrap gap-2">
          <a href="/" className={buttonClass()}>
            <House className="size-4" aria-hidden="true" /> Go to homepage
          </a>
          <Link to="/legal" hash="docs" className={buttonClass({ variant: 'primary' })}>
            <BookOpen className="size-4" aria-hidden="true" /> View Documentation
          </Link>
        </div>
      </Card>
    </PublicPage>
  )
}

function Destination({ icon, title, description }: { icon: ReactNode; title: string; description: string }) {
  return (
    <>
      <span className="mt-0.5 text-ink-3" aria-hidden="true">
        {icon}
      </span>
      <span>
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-ink-3">{description}</span>
      </span>
    </>
  )
}
