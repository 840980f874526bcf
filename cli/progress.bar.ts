import { stageTitles } from '#contract/videos/analysis.ts'
import type { Progress } from '#engine/progress.ts'

const barWidth = 30

/** A bar that rewrites its line on a terminal; elsewhere a line for each stage, so that logs stay short. */
export function showProgress(stream: NodeJS.WriteStream): { show(progress: Progress): void; end(): void } {
  let stage: Progress['stage'] | null = null
  const show = (progress: Progress) => {
    const percent = `${Math.floor(progress.overall * 100)}%`
    if (stream.isTTY) {
      const full = Math.round(progress.overall * barWidth)
      const left = progress.secondsLeft === null ? '' : `, ${describeSeconds(progress.secondsLeft)} left`
      stream.write(
        `\r\u001b[K${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${percent.padStart(4)}  ${stageTitles[progress.stage]}${left}`,
      )
    } else if (progress.stage !== stage) stream.write(`${percent.padStart(4)}  ${stageTitles[progress.stage]}\n`)
    stage = progress.stage
  }
  return {
    show,
    end() {
      if (stream.isTTY && stage !== null) stream.write('\r\u001b[K')
    },
  }
}

function describeSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  // Rounded before it is parted: or 7,190 seconds are "1 h 60 min".
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
