import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, extname } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { Unprocessable } from '#engine/stage.ts'
import { type Enrolment, fillMs, groupVoices, type VoiceTurn, writeRttm } from '#engine/voice/group.ts'
import { listenToVoices } from '#engine/voice/listen.ts'
import { hearsOverlaps } from '#engine/voice/prints.ts'
import { readConfig } from '#server/platform/config.ts'
import { readCount, withRecording } from './recording.ts'

const usage = `Usage: venire diarize AUDIO [--speakers N] [--enrol FILE] [--rttm OUT] [--json]

Finds who speaks when by the voices alone. AUDIO is a sound or video file. Where MODELS_DIR holds
models of voices (venire models list) they are used; they also hear where several speak at once,
and that time is given to nobody.

  --speakers N  How many people speak, where it is known.
  --enrol FILE  Who speaks where, for some turns: one {"speaker", "start", "end"} a line, in
                seconds. Every other turn gets the nearest of these voices, or "Unidentified";
                with a greater --speakers, others are found beside them.
  --rttm OUT    Writes the turns as RTTM to a file; "-" is the terminal.
  --json        Prints the turns and overlaps, in seconds; without models, overlaps is null.

Exit code 0: done. 1: it could not be.
`

const EnrolmentLine = z.object({ speaker: z.string().trim().min(1), start: z.number().min(0), end: z.number() })

/** Enrolments from NDJSON; a wrong line is named by its number. */
async function readEnrolments(path: string): Promise<Enrolment[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Unprocessable(`There is no file "${path}".`)
  })
  const enrolments: Enrolment[] = []
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue
    const wanted = `Line ${i + 1} of "${path}" must be {"speaker": name, "start": seconds, "end": seconds}, with the end after the start.`
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      throw new Unprocessable(wanted)
    }
    const parsed = EnrolmentLine.safeParse(value)
    if (!parsed.success || parsed.data.end <= parsed.data.start) throw new Unprocessable(wanted)
    const { speaker, start, end } = parsed.data
    enrolments.push({ speaker, startMs: Math.round(start * 1000), endMs: Math.round(end * 1000) })
  }
  if (enrolments.length === 0) throw new Unprocessable(`"${path}" names no speaker.`)
  return enrolments
}

export async function diarize(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      speakers: { type: 'string' },
      enrol: { type: 'string' },
      rttm: { type: 'string' },
    },
    allowPositionals: true,
  })
  const [audio] = positionals
  if (values.help || audio === undefined || positionals.length > 1) {
    process.stdout.write(usage)
    return values.help ? 0 : 2
  }
  const speakers = values.speakers === undefined ? null : readCount('speakers', values.speakers, 1)
  const enrolments = values.enrol === undefined ? [] : await readEnrolments(values.enrol)
  const listening = { modelFolder: readConfig(process.env).MODELS_DIR ?? null, threads: availableParallelism() }
  const prints = await withRecording(audio, undefined, 'Listening', ({ audioPath, signal, progress }) =>
    listenToVoices(audioPath, listening, { signal, progress }),
  )
  const turns = groupVoices(prints, {
    speakers,
    enrolments,
    // Who names the voices means all of them, unless the number says that there are more.
    isClosed: enrolments.length > 0 && speakers === null,
    fillMs,
  })
  if (turns.length === 0) console.error('No speech was found.')
  const rttm = writeRttm(basename(audio, extname(audio)), turns)
  if (values.rttm !== undefined && values.rttm !== '-') await writeFile(values.rttm, rttm)
  if (values.rttm === '-') process.stdout.write(rttm)
  else if (values.json)
    console.log(
      JSON.stringify({
        model: prints.model,
        turns: turns.map(inSeconds),
        overlaps: hearsOverlaps(prints)
          ? prints.overlaps.map(({ startMs, endMs }) => ({ start: startMs / 1000, end: endMs / 1000 }))
          : null,
      }),
    )
  else process.stdout.write(describeVoices(turns))
  return 0
}

const inSeconds = ({ startMs, endMs, voice, margin }: VoiceTurn) => ({
  speaker: voice,
  start: startMs / 1000,
  end: endMs / 1000,
  margin: margin === null ? null : Math.round(margin * 1000) / 1000,
})

/** Talk time of each voice, longest first. */
function describeVoices(turns: readonly VoiceTurn[]): string {
  const voices = [...Map.groupBy(turns, ({ voice }) => voice)].map(([voice, own]) => ({
    voice,
    turns: own.length,
    seconds: own.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / 1000,
  }))
  const lines = voices
    .sort((a, b) => b.seconds - a.seconds)
    .map(
      ({ voice, turns: count, seconds }) => `${voice.padEnd(20)} ${seconds.toFixed(1).padStart(8)} s in ${count} turns`,
    )
  return [...lines, ''].join('\n')
}
