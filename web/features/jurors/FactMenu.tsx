import { Quote } from 'lucide-react'
import { linkFactQuote } from '#contract/jurors/fact-quotes.ts'
import { jurorFieldNames, jurorFields } from '#contract/jurors/fields.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { toast } from '#web/platform/toast.ts'
import { IconButton, Menu } from '#web/ui/kit.ts'

type FactMenuProps = { jurorId: string; jurorNumber: string; highlightId: string }

/** Puts a juror's words behind a fact of their record. */
export function FactMenu({ jurorId, jurorNumber, highlightId }: FactMenuProps) {
  const link = useCommand(linkFactQuote)
  return (
    <span className="relative">
      <Menu
        trigger={
          <IconButton
            label="Use as the quote of a fact"
            word="Quote of a fact"
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
                    title: 'Quote Linked',
                    description: `${jurorFields[field].label} of juror ${jurorNumber} opens these words now.`,
                  }),
                onError: (error) =>
                  void toast({ title: 'Not Linked', description: describeError(error), variant: 'destructive' }),
              },
            ),
        }))}
      />
    </span>
  )
}
