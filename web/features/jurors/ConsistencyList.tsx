import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ConsistencyPrompt, listConsistency } from '#contract/jurors/talk.ts'
import type { JurorSummary } from '#contract/jurors/jurors.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDuration } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { aloneLinkClass, Badge, EmptyState, Skeleton } from '#web/ui/kit.ts'

export function ConsistencyList({ caseId, jurors }: { caseId: string; jurors: readonly JurorSummary[] }) {
  const prompts = useRead(listConsistency, { params: { caseId }, input: {} })
  const jurorNumbers = new Map(jurors.map(({ id, jurorNumber }) => [id, jurorNumber]))
  return (
    <Loaded query={prompts} skeleton={<Skeleton className="h-40" />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState
            title="No follow-ups"
            hint="Conflicting written and spoken answers, and mentions of listed witnesses and attorneys, appear here."
          />
        ) : (
          <ul aria-label="Follow-ups" className="grid gap-3">
            {all.map((prompt, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- prompts have no ID
              <li
                key={index}
                className="grid gap-2 rounded-card border border-dashed border-line-strong bg-surface p-4"
              >
                <div className="flex flex-wrap items-center gap-2">
                  <Link to="/jurors/$jurorId" params={{ jurorId: prompt.jurorId }} className="font-medium">
                    {`Juror ${jurorNumbers.get(prompt.jurorId) ?? ''}`}
                  </Link>
                  <Badge tone="info" dashed>
                    {prompt.kind === 'answers_differ'
                      ? `${prompt.topic}: written and spoken answers differ`
                      : `Knows ${prompt.list === 'witness' ? 'a witness' : 'an attorney'}? ${prompt.name}`}
                  </Badge>
                </div>
                <div className="grid gap-3 sm:grid-cols-2">
                  {prompt.kind === 'answers_differ' && (
                    <Answer title="Written" question={prompt.written.q} answer={prompt.written.a} />
                  )}
                  <Answer title={<HeardLink prompt={prompt} />} {...prompt.heard} />
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function HeardLink({ prompt: { heard } }: { prompt: ConsistencyPrompt }) {
  const { videoId, seconds } = heard
  return (
    <Link
      to="/videos/$videoId"
      params={{ videoId }}
      search={seconds === null ? {} : { t: seconds }}
      className={aloneLinkClass}
    >
      {seconds === null ? 'Spoken (time unknown)' : `Spoken at ${formatDuration(seconds)}`}
    </Link>
  )
}

function Answer({ title, question, answer }: { title: ReactNode; question: string; answer: string }) {
  return (
    <section className="min-w-0">
      <h2 className="text-sm font-bold">{title}</h2>
      <p className="text-sm break-words text-ink-2">{question}</p>
      <p className="break-words">{answer}</p>
    </section>
  )
}
