import { templateRules } from '#contract/exports/templates.ts'
import { shareLimits } from '#contract/exports/share.ts'
import { escapeHtml as escape, toPolicySource } from '#server/platform/escape.ts'
import { timecode } from '../documents/content/clean.ts'
import { readClips, getLength } from '../core/film-link.ts'
import type { Shared } from '../core/exports.queries.ts'

const style = `:root{color-scheme:light;font:16px/1.5 system-ui,sans-serif;--bg:#fbfbfc;--surface:#fff;--line:#dfe2e7;
--strong:#7b8392;--text:#15181e;--text2:#4a5160;--accent:#3a57c9;--hover:#2f48ad;--focus:#3a57c9;--fault:#b42318}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--bg:#0f1115;--surface:#15181e;--line:#2a303a;--strong:#6d7685;
--text:#eceef2;--text2:#b3bac6;--accent:#4d69dc;--hover:#425dcf;--focus:#8fa5ff;--fault:#ff9c92}}
body{max-width:40rem;margin:12vh auto 4rem;padding:0 1rem;background:var(--bg);color:var(--text)}
main{padding:1.5rem;border:1px solid var(--line);border-radius:.75rem;background:var(--surface)}
h1{font-size:1.25rem;line-height:1.75rem;margin:0 0 .5rem}p{margin:.5rem 0;text-wrap:pretty;overflow-wrap:anywhere}main>:last-child{margin-bottom:0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1.25rem;margin:1rem 0 1.25rem}dt,small{color:var(--text2)}
dd{margin:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}code{font-size:.85em}
@media(max-width:30rem){dl{display:block}dd{margin-bottom:.5rem}}
label{display:block;margin:1.25rem 0 .35rem;font-weight:600}
input{font:inherit;width:100%;box-sizing:border-box;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--strong);
border-radius:.375rem;background:var(--surface);color:inherit}input[aria-invalid]{border-color:var(--fault)}
button,.button{font:inherit;font-weight:600;display:inline-block;box-sizing:border-box;min-height:2.75rem;margin-top:1rem;
padding:.6rem 1.1rem;border:0;border-radius:.375rem;background:var(--accent);color:#fff;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--hover)}.fault{color:var(--fault);font-weight:600}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
button.plain,button.plain:hover{background:none;color:inherit;border:1px solid var(--strong);font-weight:400}
body.film{max-width:60rem;margin-top:4vh}video{display:block;width:100%;aspect-ratio:16/9;border-radius:.5rem;background:#000}`

export const pagePolicy = [
  "default-src 'none'",
  `style-src ${toPolicySource(style)}`,
  "media-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const toPage = (title: string, body: string, kind: '' | 'film' = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="robots" content="noindex"><title>${escape(title)}</title><style>${style}</style></head>` +
  `<body${kind && ` class="${kind}"`}><main>${body}</main></body></html>`

/** Shown for every link that can't be opened. Doesn't say why. */
export const gonePage = toPage(
  'This link has expired',
  '<h1>This link has expired</h1><p>Ask the person who sent it to you for a new one.</p>',
)

const findFault = (fault: string | null): [attributes: string, text: string] =>
  fault === null
    ? ['', '']
    : [' aria-describedby="fault" aria-invalid="true"', `<p class="fault" id="fault" role="alert">${escape(fault)}</p>`]
const passwordInput = (attributes: string): string =>
  `<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="off" required maxlength="128"${attributes}>`

/** Doesn't reveal anything about the file. */
export function passwordPage(fault: string | null): string {
  const [attributes, text] = findFault(fault)
  return toPage(
    'A file was shared with you',
    `<h1>A file was shared with you</h1><p>Enter the password you were given.</p>` +
      `<form method="post">${passwordInput(` autofocus${attributes}`)}${text}<button type="submit">Open</button></form>`,
  )
}

export function addressPage(fault: string | null): string {
  const [attributes, text] = findFault(fault)
  return toPage(
    'A file was shared with you',
    `<h1>A file was shared with you</h1><p>Enter the email address it was shared with to get a code.</p>` +
      `<form method="post"><label for="email">Email address</label>` +
      `<input id="email" name="email" type="email" autocomplete="email" required maxlength="254" autofocus${attributes}>` +
      `${text}<button type="submit">Send code</button></form>`,
  )
}

/** Returns the same page whether or not a code was sent, so it doesn't reveal who the recipients are. */
export function codePage(email: string, hasPassword: boolean, fault: string | null): string {
  const [attributes, text] = findFault(fault)
  const address = escape(email)
  return toPage(
    'Enter the code',
    `<h1>Enter the code</h1><p>If this file was shared with ${address}, a six-digit code is on its way. It expires in ${shareLimits.codeMinutes} minutes.</p>` +
      `<form method="post"><input type="hidden" name="email" value="${address}">` +
      (hasPassword ? passwordInput('') : '') +
      `<label for="code">Code</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="12" autofocus${attributes}>` +
      `${text}<button type="submit">Open</button></form>` +
      `<form method="post"><input type="hidden" name="email" value="${address}"><button class="plain" type="submit">Send another code</button></form>`,
  )
}

export const lockedPage = (minutes: number): string =>
  toPage(
    'Too many attempts',
    `<h1>Too many attempts</h1><p role="alert">This link is locked. Try again in ${minutes} ` +
      `${minutes === 1 ? 'minute' : 'minutes'}.</p>`,
  )

export const usedUpPage = toPage(
  'No downloads left',
  '<h1>No downloads left</h1><p>This link has reached its download limit. Ask the person who sent it to you for a new one.</p>',
)

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const getSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`

/** `base` is the link's path. A media fragment starts the film at `startSeconds` without scripts. */
export function filePage({ link, row }: Shared, firm: string, base: string, startSeconds: number | null): string {
  const facts: [string, string][] = [
    ['From', escape(firm)],
    ['File', `${escape(row.filename)}, ${getSize(row.sizeBytes ?? 0)}`],
    ['Created', `${date.format(row.readyAt ?? row.createdAt)} UTC`],
    ['Link expires', `${date.format(link.expiresAt)} UTC`],
    ['SHA-256', `<code>${row.sha256}</code>`],
  ]
  const left = link.maxDownloads === null ? null : Math.max(0, link.maxDownloads - link.downloads)
  // If the link is used up, only visitors who have already downloaded the file get here.
  if (left !== null)
    facts.push(['Downloads left', left === 0 ? '0 (you can download it again in this browser session)' : String(left)])
  const player = row.type === 'mp4' && !row.hasPassword ? toPlayer(`${base}/file`, row, startSeconds) : ''
  const locked = row.hasPassword ? '<p>The file is encrypted with its own password.</p>' : ''
  const title = templateRules[row.template].title
  const download = `<a class="button" href="${base}/file">Download</a>`
  const list = `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`
  return toPage(
    title,
    // For a film, the player comes before the details, even on a phone. For other files, the details come first.
    `<h1>${escape(title)}</h1>${player === '' ? `${list}${locked}${download}` : `${player}${download}${list}`}` +
      `<p><small>This page stops working when the link expires. Saved files don’t expire.</small></p>`,
    player === '' ? '' : 'film',
  )
}

function toPlayer(src: string, { manifest }: Shared['row'], startSeconds: number | null): string {
  const seconds = getLength(readClips(manifest))
  // If the length is unknown, the browser limits the start time.
  const start = startSeconds === null ? 0 : Math.min(startSeconds, seconds || startSeconds)
  return start === 0
    ? `<video controls preload="metadata" src="${src}"></video>`
    : `<video controls preload="metadata" src="${src}#t=${start}"></video><p>Starts at ${timecode(start * 1000)}.</p>`
}
