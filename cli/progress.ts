import { stageTitles } from '#contract/videos/analysis.ts'
import type { Progress } from '#engine/progress.ts'

const barWidth = 30

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
  // Round up to minutes first. Otherwise, 7,190 seconds would show as "1 h 60 min".
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const longestSilenceMs = 4000

export type Steps = {
  /** `doing` completes the phrase "Still …". */
  begin: (doing: string) => void
  say: (line: string) => void
  end: () => void
}

export function openSteps(print: (line: string) => void, silenceMs = longestSilenceMs): Steps {
  let step = { doing: 'starting', since: Date.now() }
  let lastLineAt = Date.now()
  const say = (line: string) => {
    lastLineAt = Date.now()
    print(line)
  }
  const timer = setInterval(() => {
    if (Date.now() - lastLineAt < silenceMs) return
    say(`Still ${step.doing} (${Math.round((Date.now() - step.since) / 1000)} s)…`)
  }, silenceMs / 8)
  timer.unref()
  return {
    begin: (doing) => void (step = { doing, since: Date.now() }),
    say,
    end: () => clearInterval(timer),
  }
}
