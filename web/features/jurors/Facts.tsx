import { Quote } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { linkFactQuote, listFactQuotes, unlinkFactQuote } from '#contract/jurors/fact-quotes.ts'
import { jurorFieldNames, jurorFields } from '#contract/jurors/fields.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatDuration } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { IconButton, Menu, aloneLinkClass, Button, Card, ReadNotice } from '#web/ui/kit.ts'

type FactMenuProps = { jurorId: string; jurorNumber: string; highlightId: string }

export function FactMenu({ jurorId, jurorNumber, highlightId }: FactMenuProps) {
  const link = useCommand(linkFactQuote)
  return (
    <span className="relative">
      <Menu
        trigger={
          <IconButton
            label="Link to a juror fact"
            word="Link to fact"
            icon={<Quote className="size-4" />}
            disabled={link.isPending}
          />
        }
        items={jurorFieldNames.map((field) => ({
          label: jurorFields[field].label,
          onSelect: () =>
            link.mutate(
              { params: { jurorId, field }, input: { highlightId } },
              {
                onSuccess: () =>
                  void toast({
                    title: 'Quote linked',
                    description: `${jurorFields[field].label} for juror ${jurorNumber} now links to this quote.`,
                  }),
                onError: (error) =>
                  void toast({
                    title: 'Couldn’t link quote',
                    description: describeError(error),
                    variant: 'destructive',
                  }),
              },
            ),
        }))}
      />
    </span>
  )
}

export function FactQuotes({ juror }: { juror: Juror }) {
  const params = { jurorId: juror.id }
  const quotes = useRead(listFactQuotes, { params, input: {} })
  const unlink = useCommand(unlinkFactQuote)
  if (!quotes.data) return <ReadNotice of={quotes} what="Linked quotes" />
  const list = quotes.data
  if (list.length === 0) return null
  return (
    <Card title="In their own words">
      <ul className="grid gap-3">
        {list.map(({ field, videoId, start, quote }) => (
          <li key={field} className="grid gap-1 border-l-2 border-line-strong pl-3">
            <p className="text-sm">
              <span className="font-medium">{jurorFields[field].label}</span>
              {juror[field] && <span className="text-ink-2">{`: ${juror[field]}`}</span>}
            </p>
            <blockquote className="break-words">{`“${quote}”`}</blockquote>
            <p className="flex flex-wrap items-center gap-2">
              <Link
                to="/videos/$videoId"
                params={{ videoId }}
                search={start === null ? {} : { t: start }}
                className={aloneLinkClass}
              >
                {start === null ? 'Open video' : `Play from ${formatDuration(start)}`}
              </Link>
              {juror.may.edit && (
                <Button
                  variant="quiet"
                  aria-label={`Remove the quote for ${jurorFields[field].label}`}
                  disabled={unlink.isPending}
                  onClick={() => unlink.mutate({ params: { ...params, field }, input: {} })}
                >
                  Remove
                </Button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
