const longestSilenceMs = 4000

export type Steps = {
  /** Names what is going on from here, as it reads after "Still". */
  begin: (doing: string) => void
  say: (line: string) => void
  end: () => void
}

/** Reports work of many steps: nothing extra while lines come, and "Still …" as soon as none came for a few seconds. */
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
