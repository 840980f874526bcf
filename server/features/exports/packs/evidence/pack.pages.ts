import { describeAuditMark } from '#server/features/audit/audit.service.ts'
import { timecode, toLocalTime, toWords, oneLine } from '../../documents/content/clean.ts'
import { buildDocument, software } from '../../documents/content/cover.ts'
import { type Block, captionFacts, type Doc, toText } from '../../documents/content/doc.ts'
import { toCite, type Gathered, type Placed } from '../../documents/content/gather.ts'
import { toHighlightBlocks, getChangeTime } from '../../documents/content/blocks.ts'
import { type Spoken, type SpokenVideo, listVideoFacts } from '../../documents/content/transcript.ts'
import type { Clip } from './clips.ts'
import type { Original } from '../../documents/content/recordings.ts'

const exact = (ms: number): string => `${timecode(ms)}.${String(Math.floor(ms) % 1000).padStart(3, '0')}`

export async function buildPassages(
  gathered: Gathered,
  { chosen, clips, films, unconfirmed }: { chosen: Placed[]; clips: Clip[]; films: SpokenVideo[]; unconfirmed: number },
): Promise<Doc> {
  const used = films.filter((film) => chosen.some(({ highlight }) => highlight.videoId === film.videoId))
  const blocks = chosen.flatMap((placed, index): Block[] => {
    const { highlight: it } = placed
    const clip = clips[index]!
    const film = films.find(({ videoId }) => videoId === it.videoId)
    const who = it.juror ? `Juror ${gathered.redact.text(it.juror.number)}` : 'A speaker'
    const lines = (film?.spoken ?? []).filter((turn) => isWithin(turn, clip, it))
    return [
      { kind: 'heading', level: 2, text: `${index + 1}. ${who}: ${toWords(it.type).toLowerCase()}` },
      ...toHighlightBlocks(gathered, placed),
      {
        kind: 'facts',
        rows: [
          ['Clip', clip.path ?? `None. ${clip.why ?? ''}`.trim()],
          ['Recording', film?.filename ?? ''],
          ...(clip.endMs > clip.startMs
            ? [['In and out points', `${exact(clip.startMs)} to ${exact(clip.endMs)}`] as [string, string]]
            : []),
          ...(clip.made ? [['Frames', describeMade(clip.made)] as [string, string]] : []),
        ],
      },
      ...(lines.length === 0
        ? []
        : [
            {
              kind: 'spoken' as const,
              title: `${index + 1}. In context`,
              lines: lines.map((turn) => getLine(gathered, turn)),
            },
          ]),
    ]
  })
  return buildDocument(gathered, {
    unconfirmed,
    changed: [...chosen.map(getChangeTime), ...used.map(({ changedAt }) => changedAt)],
    facts: [['Passages', String(chosen.length)], ...listVideoFacts(used)],
    blocks,
  })
}

const describeMade = ({
  method,
  frames,
  firstFrameMs,
  lastFrameMs,
  missingFrames,
}: NonNullable<Clip['made']>): string =>
  [
    method === 'copied' ? 'Copied from the recording without re-encoding' : 'Re-encoded with the same frames',
    `${frames} frames${firstFrameMs === null || lastFrameMs === null ? '' : ` from ${exact(firstFrameMs)} to ${exact(lastFrameMs)}`}`,
    ...(missingFrames > 0 ? [`${missingFrames} frames of the recording could not be read`] : []),
  ].join('; ')

function isWithin(turn: Spoken, { startMs, endMs }: Clip, { turn: first }: Placed['highlight']): boolean {
  if (turn.startMs === null || turn.endMs === null) return turn.index === first
  return turn.startMs < endMs && turn.endMs > startMs
}

const getLine = (gathered: Gathered, { speaker, text, videoId, sessionId, startMs, page, line }: Spoken) => ({
  speaker,
  text,
  cite: toCite(gathered, { videoId, sessionId, seconds: startMs === null ? null : startMs / 1000, page, line }),
})

const blank = '______________________________'

/** Drafts a certificate for the person who can swear to it. Facts a program can't know are left blank. */
export function buildCertificate(
  gathered: Gathered,
  clips: readonly Clip[],
  originals: readonly Original[],
  keyFingerprint: string,
): Doc {
  const cut = clips.filter(({ path }) => path !== null)
  const copied = cut.filter(({ made }) => made?.method === 'copied').length
  const paragraphs = [
    `My name is ${blank}. I am employed by ${blank} as ${blank}. My business address is ${blank}. I am over 18 years of age and make this certification on personal knowledge.`,
    `I am qualified to make this certification by the following training and experience: ${blank}.`,
    `The recordings listed below were received at the times shown by ${software}, the system that maintains them. On receipt, the system computed the SHA-256 hash value of each recording, and it has kept the recording unchanged. I understand SHA-256 to be a process of digital identification: two files with the same hash value are, for all practical purposes, identical.`,
    `Before receipt, the recordings were in the custody of ${blank}, who obtained them from ${blank} on ${blank}. Nothing in this pack establishes the chain of custody before receipt.`,
    `On ${blank}, I caused the SHA-256 hash value of each recording to be computed again by ${blank}. The values ${blank} (matched / did not match) those listed below.`,
    `This pack contains ${cut.length} ${cut.length === 1 ? 'clip' : 'clips'} that the system cut from these recordings: ${copied} copied without re-encoding and ${cut.length - copied} re-encoded. For each clip, the manifest states the recording, the in and out points, and the frames included. I have compared ${blank} (all / the following) clips with the recordings and found them to be ${blank} (true and accurate copies of the portions stated).`,
    'The transcript passages were produced by automated speech recognition or taken from a court reporter’s transcript, and were corrected by people where this pack so states. This certification does not cover them.',
    `The system produces such clips, hash values, and event records in the ordinary course of its operation. To my knowledge it produces an accurate result because ${blank}.`,
    `The fingerprint of this pack’s manifest (its SHA-256 hash value, as shown by verify.html and by "venire verify pack") is ${blank}${blank}.`,
    `The manifest is signed (Ed25519) with the key of the installation that created this pack. The fingerprint of that key is ${keyFingerprint}. The signature can be verified against that key with "venire verify pack FILE --key FINGERPRINT".`,
    'I declare under penalty of perjury under the laws of the United States of America that the foregoing is true and correct. (28 U.S.C. § 1746)',
  ]
  const doc = buildDocument(gathered, {
    changed: [],
    facts: [
      ['Status', 'Draft. Unsigned, unsworn, and of no effect until a qualified person completes and signs it.'],
      ...(gathered.auditMark ? [['Audit record', describeAuditMark(gathered.auditMark)] as [string, string]] : []),
    ],
    blocks: [
      { kind: 'heading', level: 2, text: 'Certification under Federal Rules of Evidence 902(13) and 902(14)' },
      ...paragraphs.map((text, at) => ({ kind: 'text' as const, text: `${at + 1}. ${text}` })),
      {
        kind: 'table',
        label: 'Recordings',
        head: ['Recording', 'Received', 'SHA-256'],
        widths: [3, 3, 6],
        rows: originals.map(({ filename, receivedAt, sha256 }) => [
          filename,
          toLocalTime(receivedAt, gathered.timeZone),
          sha256,
        ]),
      },
      {
        kind: 'signature',
        name: '',
        lines: [
          'Name: ____________________',
          'Executed on (date): ____________________',
          'At (city, state): ____________________',
        ],
      },
      { kind: 'heading', level: 2, text: 'Note to counsel' },
      {
        kind: 'text',
        tone: 'note',
        text: 'Rule 902(14) covers data copied from an electronic device, storage medium, or file and authenticated by a process of digital identification. Rule 902(13) covers a record generated by an electronic process or system shown to produce an accurate result. Both require certification by a qualified person that complies with Rule 902(11) or (12), reasonable written notice to opposing counsel before the trial or hearing, and that the record and certification be made available for inspection. Certification establishes authenticity, not admissibility: hearsay, relevance, and completeness are separate questions. State rules vary. This draft is not legal advice.',
      },
    ],
  })
  return { ...doc, title: 'Draft certificate', notices: ['A draft with blanks for the signer to complete.'] }
}

export const certificateText = (doc: Doc): string =>
  [
    oneLine(`${doc.title}: ${doc.subtitle}`),
    '',
    ...[...captionFacts(doc), ...doc.facts].map(
      ([name, value]) => `${name}: ${oneLine(typeof value === 'string' ? value : value.text)}`,
    ),
    '',
    toText(doc).replaceAll('\n', '\n\n'),
    '',
  ].join('\n')

export const readme = `EVIDENCE PACK

verify.html             Checks the pack. Open it in a browser and choose this zip or its unpacked folder. It works offline
                        and names every byte changed after the pack was created.
                        To run the same check at a terminal:
                        venire verify pack FILE --key FINGERPRINT --original RECORDING
passages.html, .pdf     The passages, with question, answer, context, speaker, and cite.
clips/                  Video clips of the passages, cut from the recordings.
custody-log.jsonl       The chain of custody of the recordings and passages: what was done, by whom, and when. Each event
                        carries a hash that covers the event before it. Work product and events in other matters
                        appear only as a number and a hash, and "withheld" marks an event that would name a juror or took place when the
                        recording was in another case.
certificate-draft.*     A draft certificate under FRE 902(13) and 902(14), with blanks for the signer.
manifest.json           The SHA-256 of every file here and of every source recording, with the software, its version,
                        and its parameters.
manifest.seal.json      The SHA-256 of manifest.json, which is the fingerprint of the pack.
manifest.sig.json       The signature and public key of the installation that created the pack.

A saved copy of this pack cannot expire or be revoked. Delete it when it is no longer needed.
`
