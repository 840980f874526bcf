import { useEffect, useRef, useState } from 'react'
import { highlightSpecs } from '#contract/highlights/words.ts'
import { formatDuration } from '#web/platform/format.ts'
import { cx, Dialog, ScrollArea, SeverityMark } from '#web/ui/kit.ts'
import { findings, speakerName, turnAt, turns } from './review.ts'

const film = new URL('../../samples/voir-dire.mp4', import.meta.url).href
const poster = new URL('./assets/poster.webp', import.meta.url).href
const captions = new URL('./assets/captions.vtt', import.meta.url).href

const rowClass = 'w-full rounded-control px-2 py-1.5 text-left hover:bg-hover touch:min-h-11'

export function ReviewDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [current, setCurrent] = useState(0)
  const list = useRef<HTMLElement>(null)

  useEffect(() => {
    const row = list.current?.querySelectorAll('li')[current]
    // scrollIntoView would also scroll the dialog.
    if (row && list.current) list.current.scrollTop = row.offsetTop - list.current.clientHeight / 3
  }, [current])

  function playFrom(ms: number) {
    if (!video.current) return
    video.current.currentTime = ms / 1000
    void video.current.play().catch(() => {})
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title="Watch Demo"
      description="The sample voir dire as reviewed by the engine, with synthetic voices and fictional people. Press a finding or a line to play it."
    >
      <video
        ref={video}
        src={film}
        poster={poster}
        controls
        autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
        playsInline
        preload="metadata"
        width={1280}
        height={720}
        className="h-auto w-full rounded-card bg-black"
        onTimeUpdate={(event) => setCurrent(turnAt(event.currentTarget.currentTime * 1000))}
      >
        <track kind="captions" srcLang="en" label="English" src={captions} />
      </video>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <section>
          <h3 className="mb-1 font-bold">{`Findings (${findings.length})`}</h3>
          <ScrollArea label="Findings" className="max-h-72">
            <ul className="grid gap-1">
              {findings.map((each) => (
                <li key={`${each.startMs} ${each.type} ${each.sub}`}>
                  <button type="button" className={rowClass} onClick={() => playFrom(each.startMs)}>
                    <span className="flex flex-wrap items-center gap-2">
                      <SeverityMark level={each.severity} />
                      <span className="font-medium">{highlightSpecs[each.type].word}</span>
                      <span className="tabular ml-auto text-accent-ink">{formatDuration(each.startMs / 1000)}</span>
                    </span>
                    <span className="mt-1 block">{`${speakerName(each.speaker)}: “${each.quote}”`}</span>
                    <span className="block text-sm text-ink-2">{each.why}</span>
                  </button>
                </li>
              ))}
            </ul>
          </ScrollArea>
        </section>
        <section>
          <h3 className="mb-1 font-bold">Transcript</h3>
          <ScrollArea label="Transcript" className="max-h-72" ref={list}>
            <ol className="grid gap-1">
              {turns.map((turn, index) => (
                <li key={turn.startMs}>
                  <button
                    type="button"
                    aria-current={index === current || undefined}
                    className={cx(rowClass, index === current && 'bg-accent-soft')}
                    onClick={() => playFrom(turn.startMs)}
                  >
                    <span className="tabular mr-2 text-accent-ink">{formatDuration(turn.startMs / 1000)}</span>
                    {turn.speaker && <span className="mr-2 font-medium">{speakerName(turn.speaker)}</span>}
                    {turn.text}
                  </button>
                </li>
              ))}
            </ol>
          </ScrollArea>
        </section>
      </div>
    </Dialog>
  )
}
