import { relative } from 'node:path'
import type { AnalysisDocument } from '#contract/videos/analysis.ts'
import type { Finding } from '#contract/findings/findings.ts'

/** The analysis as a person reads it on a terminal. Text from the recording cannot steer the terminal. */
export function describeAnalysis(document: AnalysisDocument, out: string): string {
  const { file, transcript, summary, speakers, findings, proxy } = document
  const lines = [
    `${file.name}: ${describeMedia(document)}`,
    '',
    `Transcript: ${transcript.reason}`,
    `  ${count(transcript.turns.length, 'turn')}, ${count(summary.wordCount, 'word')}`,
    ...transcript.warnings.map((warning) => `  ${warning}`),
    '',
    speakers.speakers.length === 0 ? 'Speakers: not known.' : 'Speakers:',
    ...speakers.speakers.map(
      (speaker) =>
        `  ${speaker.displayName.padEnd(28)} ${count(speaker.turns, 'turn').padEnd(10)} ${speaker.talkMs === null ? '' : formatClock(speaker.talkMs)}`,
    ),
    '',
    findings.findings.length === 0
      ? `Findings: ${findings.skipped ?? 'none.'}`
      : `Findings: ${findings.findings.length}`,
    ...findings.findings.flatMap(describeFinding),
    '',
    ...(proxy.file === null ? [] : [`Copy for browsers: ${proxy.file}. ${proxy.reason}`]),
    `Written to ${relative(process.cwd(), out) || '.'}: analysis.json, transcript.vtt, transcript.txt`,
  ]
  return `${lines.map((line) => line.replaceAll(/\p{Cc}/gu, ' ').trimEnd()).join('\n')}\n`
}

function describeMedia({ probe }: AnalysisDocument): string {
  const { video, audio } = probe
  const rate = video && (video.frameRate[0] / video.frameRate[1]).toFixed(2).replace(/\.?0+$/, '')
  return [
    formatClock(probe.durationMs),
    video ? `${video.width} x ${video.height}, ${rate} frames a second, ${video.codec}` : 'no video',
    audio ? `audio ${audio.codec}` : 'no audio',
  ].join(', ')
}

function describeFinding(finding: Finding): string[] {
  const { type, sub, severity, stance, startMs, latencyMs } = finding
  const kind = `${type}/${sub}`.replaceAll('_', ' ')
  const pause = type === 'long_pause' && latencyMs !== null ? `, ${(latencyMs / 1000).toFixed(1)} s` : ''
  return [
    '',
    `  ${startMs === null ? 'no time' : formatClock(startMs)}  ${kind}, ${severity}${stance ? `, ${stance}` : ''}${pause}  ${finding.speaker ?? ''}`,
    `    "${finding.quote.replaceAll(/\s+/g, ' ')}"`,
    `    ${finding.why}`,
  ]
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`

/** Hours, minutes and seconds, rounded down as a player shows them. */
function formatClock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
