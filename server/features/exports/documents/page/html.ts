import { readFile } from 'node:fs/promises'
import { escapeHtml as escape, toPolicySource } from '#server/platform/escape.ts'
import { type Block, captionFacts, type Cell, type Cite, type Doc } from '../content/doc.ts'

export const pageStyle = `:root{color-scheme:light;font:15px/1.55 system-ui,"Segoe UI",sans-serif;color:#111827;background:#fff}
body{max-width:54rem;margin:0 auto;padding:2rem 1.25rem 6rem}h1{font-size:1.9rem;margin:1rem 0 .25rem}
h2{font-size:1.25rem;margin:2.5rem 0 .75rem;border-bottom:1px solid #d1d5db;padding-bottom:.3rem}h3{font-size:1rem;margin:1.5rem 0 .5rem}
table{border-collapse:collapse;width:100%;margin:.75rem 0;font-size:.9rem}th,td{text-align:start;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #e5e7eb;white-space:pre-line;overflow-wrap:anywhere}
blockquote{margin:1rem 0;padding:.1rem 0 .1rem 1rem;border-inline-start:3px solid #9ca3af}blockquote p{margin:.2rem 0}
.said{font-family:Georgia,serif;font-size:1.05rem}.soft{color:#4b5563;font-size:.85rem}.notices{background:#f3f4f6;border-radius:.5rem;padding:.75rem 1rem .75rem 2rem}
a{color:#1d4ed8}nav ul{columns:2;padding-inline-start:1.2rem}img{max-width:100%;height:auto;border-radius:.35rem}
.spoken{list-style:none;padding:0}.spoken li{display:grid;grid-template-columns:5rem 1fr;gap:.75rem;padding:.2rem 0}
.seats td{border:1px solid #9ca3af;text-align:center;min-width:4rem}.privileged{font-weight:700;text-transform:uppercase;font-size:.8rem}.mark{position:fixed;inset:40% 0 auto;text-align:center;font-size:5rem;font-weight:700;opacity:.08;transform:rotate(-30deg);pointer-events:none}
code{overflow-wrap:anywhere;font-size:.8rem}@media print{body{max-width:none;padding:0}h2,h3{break-after:avoid}blockquote,tr,li{break-inside:avoid}nav{display:none}a{color:inherit;text-decoration:none}}`

const link = (text: string, url: string | null): string =>
  url !== null && /^https?:\/\//.test(url)
    ? `<a href="${escape(url)}" target="_blank" rel="noreferrer noopener">${escape(text)}</a>`
    : escape(text)
const toCellHtml = (cell: Cell): string => (typeof cell === 'string' ? escape(cell) : link(cell.text, cell.url))
const place = ({ label, url, pageLine }: Cite): string =>
  [label && link(label, url), pageLine && `page:line ${escape(pageLine)}`].filter(Boolean).join(', ')
const auto = ' dir="auto"'

export const offlineNotice =
  'A saved copy of this file cannot expire or be revoked. Delete it when it is no longer needed.'

export async function toHtml(doc: Doc): Promise<string> {
  const blocks: string[] = []
  for (const [at, block] of doc.blocks.entries()) blocks.push(await toBlockHtml(block, at))
  const chapters = doc.blocks.flatMap((block, at) => {
    const title =
      block.kind === 'spoken' ? block.title : block.kind === 'heading' && block.level === 2 ? block.text : null
    return title === null ? [] : [`<li><a href="#b${at}">${escape(title)}</a></li>`]
  })
  const policy = `default-src 'none'; style-src ${toPolicySource(pageStyle)}; img-src data:; base-uri 'none'; form-action 'none'`
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>${escape(doc.title)}</title>`,
    `<style>${pageStyle}</style></head><body><main>`,
    doc.watermark === '' ? '' : `<div class="mark" aria-hidden="true">${escape(doc.watermark)}</div>`,
    doc.mark === '' ? '' : `<p class="privileged">${escape(doc.mark)}</p>`,
    `<h1${auto}>${escape(doc.title)}</h1><p class="soft"${auto}>${escape(doc.subtitle)}</p>`,
    `<table>${[...captionFacts(doc), ...doc.facts].map(([name, value]) => `<tr><th scope="row">${escape(name)}</th><td${auto}>${toCellHtml(value)}</td></tr>`).join('')}</table>`,
    `<ul class="notices">${[...doc.notices, offlineNotice].map((each) => `<li${auto}>${escape(each)}</li>`).join('')}</ul>`,
    `<p class="soft">Content as of ${escape(doc.asOfWords)}<br><code>SHA-256 of the content ${doc.fingerprint}${doc.audit === null ? '' : `<br>Audit record: ${escape(doc.audit)}`}</code></p>`,
    `<nav aria-label="Contents"><ul>${chapters.join('')}</ul></nav>`,
    ...blocks,
    '</main></body></html>',
  ].join('\n')
}

type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

function toTextHtml({ tone, text }: BlockOf<'text'>): string {
  const content = tone === 'strong' ? `<strong>${escape(text)}</strong>` : escape(text)
  return `<p${auto}${tone === 'note' ? ' class="soft"' : ''}>${content}</p>`
}

const toQuoteHtml = ({ question, text, by, cite, note }: BlockOf<'quote'>): string =>
  [
    '<blockquote>',
    question === null ? '' : `<p class="soft"${auto}>Q. ${escape(question)}</p>`,
    `<p class="said"${auto}>“${escape(text)}”</p>`,
    `<p class="soft"${auto}>${escape(by)}${place(cite) ? ` · ${place(cite)}` : ''}</p>`,
    note === null ? '' : `<p class="soft"${auto}>${escape(note)}</p>`,
    '</blockquote>',
  ].join('')

const toSeatHtml = (seat: BlockOf<'seats'>['rows'][number][number]): string =>
  seat
    ? `<td${auto}><small>${seat.number}</small><br><strong>${escape(seat.label)}</strong><br><small>${escape(seat.note)}</small></td>`
    : '<td></td>'

async function toBlockHtml(block: Block, at: number): Promise<string> {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level} id="b${at}"${auto}>${escape(block.text)}</h${block.level}>`
    case 'text':
      return toTextHtml(block)
    case 'facts':
      return `<table>${block.rows.map(([name, value]) => `<tr><th scope="row">${escape(name)}</th><td${auto}>${toCellHtml(value)}</td></tr>`).join('')}</table>`
    case 'table': {
      const head = block.head.map((each) => `<th scope="col">${escape(each)}</th>`).join('')
      const rows = block.rows.map(
        (row) => `<tr>${row.map((cell) => `<td${auto}>${toCellHtml(cell)}</td>`).join('')}</tr>`,
      )
      return `<table aria-label="${escape(block.label)}"><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`
    }
    case 'quote':
      return toQuoteHtml(block)
    case 'spoken': {
      const lines = block.lines.map(
        ({ speaker, text, cite }) =>
          `<li><span class="soft">${place(cite)}</span><span${auto}><strong>${escape(speaker)}:</strong> ${escape(text)}</span></li>`,
      )
      return `<h2 id="b${at}"${auto}>${escape(block.title)}</h2><ol class="spoken">${lines.join('')}</ol>`
    }
    case 'seats': {
      const rows = block.rows.toReversed().map((row) => `<tr>${row.map(toSeatHtml).join('')}</tr>`)
      return `<table class="seats" aria-label="Seats, back row first">${rows.join('')}</table>`
    }
    case 'still': {
      if (block.path === null) return ''
      const bytes = await readFile(block.path)
      return `<p><img alt="${escape(block.alt)}" src="data:image/jpeg;base64,${bytes.toString('base64')}"></p>`
    }
    case 'signature':
      return `<p><br>______________________________<br>${[block.name, ...block.lines].map(escape).join('<br>')}</p>`
  }
}
