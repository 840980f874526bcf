import { FileText, FolderPlus, RefreshCw, Square, Trash2 } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { attachTranscript, cancelProcessing, reprocessVideo, type VideoDetail } from '#contract/videos/videos.ts'
import { useCommand } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { toast } from '#web/platform/toast.ts'
import { readTranscriptFile, transcriptAccept } from '#web/platform/transcriptFile.ts'
import { Button, Card, ConfirmDialog } from '#web/ui/kit.ts'
import { exportTranscript } from './exportTranscript.ts'

const row = { variant: 'quiet', wide: true, className: 'justify-start!' } as const

type QuickActionsCardProps = { video: VideoDetail; onAddToCase: () => void; onDelete: () => void }

export function QuickActionsCard({ video, onAddToCase, onDelete }: QuickActionsCardProps) {
  const [asks, setAsks] = useState<'reprocess' | null>(null)
  const transcriptInput = useRef<HTMLInputElement>(null)
  const reprocess = useCommand(reprocessVideo)
  const cancel = useCommand(cancelProcessing)
  const attach = useCommand(attachTranscript)
  const args = { params: { videoId: video.id }, input: {} }
  const failed = (title: string) => ({
    onError: (error: Error) => void toast({ title, description: describeError(error), variant: 'destructive' }),
  })

  async function handleTranscript(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    attach.mutate({ params: args.params, input: await readTranscriptFile(file) }, failed('Couldn’t attach transcript'))
  }
  return (
    <Card title="Quick Actions">
      <div className="-mx-3 grid">
        {video.may.reprocess && video.status === 'processing' ? (
          <Button
            {...row}
            icon={<Square className="size-4" />}
            busy={cancel.isPending}
            onClick={() => cancel.mutate(args, failed('Couldn’t cancel analysis'))}
          >
            Cancel analysis
          </Button>
        ) : (
          <Button
            {...row}
            icon={<RefreshCw className="size-4" />}
            disabled={!video.may.reprocess || video.status === 'uploading'}
            onClick={() => setAsks('reprocess')}
          >
            Reprocess Analysis
          </Button>
        )}
        <Button
          {...row}
          icon={<FileText className="size-4" />}
          disabled={!video.analysis?.turns}
          onClick={() => void exportTranscript(video.id, video.filename)}
        >
          Export Transcript
        </Button>
        <Button
          {...row}
          icon={<FileText className="size-4" />}
          busy={attach.isPending}
          disabled={!video.may.reprocess || video.status === 'uploading'}
          onClick={() => transcriptInput.current?.click()}
        >
          Attach transcript
        </Button>
        <input
          ref={transcriptInput}
          type="file"
          hidden
          aria-label="Transcript file"
          accept={transcriptAccept}
          onChange={(event) => void handleTranscript(event)}
        />
        <Button {...row} icon={<FolderPlus className="size-4" />} disabled={!video.may.annotate} onClick={onAddToCase}>
          Add to Case
        </Button>
        <Button
          {...row}
          className="justify-start! text-danger-fg!"
          icon={<Trash2 className="size-4" />}
          disabled={!video.may.remove}
          onClick={onDelete}
        >
          Delete Video
        </Button>
      </div>
      <ConfirmDialog
        open={asks === 'reprocess'}
        onOpenChange={(open) => !open && setAsks(null)}
        title={`Reanalyze ${video.filename}?`}
        description="Current results stay visible until the new ones are ready. Annotations are kept."
        confirmLabel="Reprocess"
        busy={reprocess.isPending}
        error={reprocess.error ? describeError(reprocess.error) : null}
        onConfirm={() => reprocess.mutate(args, { onSuccess: () => setAsks(null) })}
      />
    </Card>
  )
}
