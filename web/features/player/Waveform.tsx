import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** The peaks that the server measured: two signed bytes per bucket. */
export function useWaveform(url: string | null) {
  return useQuery({
    queryKey: ['waveform', url],
    enabled: url !== null,
    queryFn: async () => {
      const response = await fetch(url ?? '')
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
      return new Int8Array(await response.arrayBuffer())
    },
  })
}

/** The loudness of the recording. */
export function Waveform({ peaks }: { peaks: Int8Array }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => draw(element, peaks))
    observer.observe(element)
    return () => observer.disconnect()
  }, [peaks])
  return <canvas ref={canvas} aria-hidden="true" className="absolute inset-0 size-full text-ink-3 opacity-50" />
}

function draw(canvas: HTMLCanvasElement, peaks: Int8Array): void {
  const context = canvas.getContext('2d')
  if (!context) return
  canvas.width = canvas.clientWidth * devicePixelRatio
  canvas.height = canvas.clientHeight * devicePixelRatio
  context.fillStyle = getComputedStyle(canvas).color
  const [buckets, middle] = [peaks.length >> 1, canvas.height / 2]
  for (let x = 0; x < canvas.width; x++) {
    // Every column shows the loudest of its buckets, so that a short word is not lost between two columns.
    const end = Math.max(Math.floor(((x + 1) / canvas.width) * buckets), Math.floor((x / canvas.width) * buckets) + 1)
    let [low, high] = [0, 0]
    for (let bucket = Math.floor((x / canvas.width) * buckets); bucket < end; bucket++) {
      low = Math.min(low, peaks[bucket * 2] ?? 0)
      high = Math.max(high, peaks[bucket * 2 + 1] ?? 0)
    }
    const [top, bottom] = [middle - (high / 127) * middle, middle - (low / 127) * middle]
    context.fillRect(x, top, 1, Math.max(1, bottom - top))
  }
}
