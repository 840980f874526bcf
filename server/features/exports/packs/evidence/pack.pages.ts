import { describeAuditMark } from '#server/features/audit/audit.service.ts'
import { timecode, toWords, oneLine } from '../../documents/content/clean.ts'
import { buildDocument, software } from '../../documents/content/cover.ts'
import { type Block, type Doc, toText } from '../../documents/content/doc.ts'
import { toCite, type Gathered, type Placed } from '../../documents/content/gather.ts'
import { toHighlightBlocks, getChangeTime } from '../../documents/content/blocks.ts'
import { type Spoken, type SpokenVideo, videoFacts } from '../../documents/content/transcript.ts'
import type { Clip } from './clips.ts'
import type { Original } from '../../documents/content/recordings.ts'

const exact = (ms: number): string => `${timecode(ms)}.${String(Math.floor(ms) % 1000).padStart(3, '0')}`

/** Each passage with its clip, and everything that was said from the clip's first word to its last. */
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
            ? [['In and out, of the recording', `${exact(clip.startMs)} to ${exact(clip.endMs)}`] as [string, string]]
            : []),
          ...(clip.made ? [['Pictures', madeWords(clip.made)] as [string, string]] : []),
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
    facts: [['Passages', String(chosen.length)], ...videoFacts(used)],
    blocks,
  })
}

const madeWords = ({ method, frames, firstFrameMs, lastFrameMs, missingFrames }: NonNullable<Clip['made']>): string =>
  [
    method === 'copied' ? 'Copied from the recording without change' : 'The same pictures, compressed anew',
    `${frames} pictures${firstFrameMs === null || lastFrameMs === null ? '' : ` from ${exact(firstFrameMs)} to ${exact(lastFrameMs)}`}`,
    ...(missingFrames > 0 ? [`${missingFrames} pictures of the recording could not be read`] : []),
  ].join('; ')

/** By the clock; without one, the turns of the quote alone. */
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

/**
 * A draft for the person who can swear to it. Every fact that a program cannot know is a blank; what the program did is
 * told in words that can be checked in the manifest.
 */
export function buildCertificate(
  gathered: Gathered,
  clips: readonly Clip[],
  originals: readonly Original[],
  keyFingerprint: string,
): Doc {
  const cut = clips.filter(({ path }) => path !== null)
  const copied = cut.filter(({ made }) => made?.method === 'copied').length
  const paragraphs = [
    `My name is ${blank}. I am employed by ${blank} as ${blank}. My business address is ${blank}. I am over 18 years old, and I make this certification from my own knowledge.`,
    `I am qualified to make it because of my training and experience, which are: ${blank}.`,
    `The recordings listed below were received by ${software}, the system in which they are kept, at the times shown. On receipt the system computed the SHA-256 value of every recording and kept the recording unchanged. I understand SHA-256 to be a process of digital identification: two files with the same value are, for all practical purposes, the same.`,
    `Before receipt the recordings were in the custody of ${blank}, who obtained them from ${blank} on ${blank}. Nothing in this pack proves that part of their history.`,
    `On ${blank} I had the SHA-256 value of each recording computed again, by ${blank}. The values ${blank} (agreed / did not agree) with those below.`,
    `The pack holds ${cut.length} ${cut.length === 1 ? 'clip' : 'clips'} cut from these recordings by the system's own process: ${copied} copied without change of a picture, ${cut.length - copied} compressed anew. The manifest gives for each clip the recording, the times in and out and the pictures that it holds. I have compared ${blank} (all / the following) clips with the recordings and found that they are ${blank} (true and accurate copies of the stretches named).`,
    'The transcript passages were made by automatic recognition or taken from a reporter’s transcript, and were corrected by people where the pack says so. They are not certified here.',
    `The system produces such clips, hashes and its record of events in the ordinary way whenever it is asked to, and to my knowledge it produces an accurate result, because ${blank}.`,
    `The fingerprint of the manifest of this pack (its SHA-256, shown by verify.html and by "venire verify pack") is ${blank}${blank}.`,
    `The manifest is signed (Ed25519) with the key of the installation that made this pack. The fingerprint of that key is ${keyFingerprint}. Whether the signature is of that key, "venire verify pack FILE --key FINGERPRINT" checks.`,
    'I declare under penalty of perjury under the laws of the United States of America that the foregoing is true and correct. (28 U.S.C. § 1746)',
  ]
  const doc = buildDocument(gathered, {
    changed: [],
    facts: [
      [
        'Status',
        'Draft. Not signed, not sworn to, and without effect until a qualified person completes and signs it.',
      ],
      ...(gathered.auditMark ? [['Audit record', describeAuditMark(gathered.auditMark)] as [string, string]] : []),
    ],
    blocks: [
      { kind: 'heading', level: 2, text: 'Certification under Federal Rules of Evidence 902(13) and 902(14)' },
      ...paragraphs.map((text, at) => ({ kind: 'text' as const, text: `${at + 1}. ${text}` })),
      {
        kind: 'table',
        label: 'Recordings',
        head: ['Recording', 'Received (UTC)', 'SHA-256'],
        widths: [3, 3, 6],
        rows: originals.map(({ filename, receivedAt, sha256 }) => [filename, receivedAt, sha256]),
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
      { kind: 'heading', level: 2, text: 'For the lawyer who uses it' },
      {
        kind: 'text',
        tone: 'note',
        text: 'Rule 902(14) covers data copied from a device, storage medium or file and authenticated by a process of digital identification; Rule 902(13) covers a record generated by a system that is shown to produce an accurate result. Both ask for the certification of a qualified person that meets Rule 902(11) or (12), and for reasonable written notice to the other side before the trial or hearing, with the record and the certification open to inspection. They make evidence authentic, not admissible: hearsay, relevance and completeness are other questions. State rules differ. This is a draft and no legal advice.',
      },
    ],
  })
  return { ...doc, title: 'Draft certificate', notices: ['A draft with blanks for the human signer.'] }
}

export const certificateText = (doc: Doc): string =>
  [
    oneLine(`${doc.title}: ${doc.subtitle}`),
    '',
    ...doc.facts.map(([name, value]) => `${name}: ${oneLine(typeof value === 'string' ? value : value.text)}`),
    '',
    toText(doc).replaceAll('\n', '\n\n'),
    '',
  ].join('\n')

export const readme = `EVIDENCE PACK

verify.html             Open it in a browser and choose this zip, or this folder once it is unpacked: it names every
                        byte that was changed since the pack was made. It needs no network.
                        The same check at a terminal: venire verify pack FILE --key FINGERPRINT --original RECORDING
passages.html, .pdf     What was said, with question, answer, context, speaker and place.
clips/                  The same passages as films, cut from the recordings.
custody-log.jsonl       What was done to the recordings and passages, by whom and when. Each event carries a hash that
                        takes in the one before; events of other matters stand in it as a number and a hash alone,
                        and "withheld" marks one whose words would name a juror.
certificate-draft.*     A draft certificate under FRE 902(13) and 902(14), with blanks for the person who signs.
manifest.json           The SHA-256 of every file here and of every recording that it was made from, with the
                        software, its version and parameters.
manifest.seal.json      The SHA-256 of manifest.json: the fingerprint of the pack.
manifest.sig.json       The signature of the installation that made the pack, with its public key.

A file on a disk cannot expire and cannot be revoked. Delete it when it is no longer needed.
`
