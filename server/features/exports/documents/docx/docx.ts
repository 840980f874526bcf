import { hasRightToLeft } from '../pdf/bidi.ts'
import type { Block, Caption, CaptionParty, Cell, Cite, Doc } from '../content/doc.ts'

/** Returns the parts of a DOCX file (WordprocessingML, ECMA-376) by path. */
export function toDocxParts(doc: Doc): Record<string, string> {
  const links: string[] = []
  const body = [
    ...(doc.caption ? [captionXml(doc.caption)] : []),
    paragraph('title', doc.title),
    paragraph('subtitle', doc.subtitle),
    ...(doc.facts.length > 0 ? [tableXml(links, null, [1, 3], doc.facts)] : []),
    ...doc.blocks.map((block) => toBlockXml(links, block)),
    paragraph('heading1', 'Scope and redactions'),
    ...doc.notices.map((each) => paragraph('normal', each)),
    paragraph('small', `Content as of ${doc.asOfWords}`),
    paragraph('small', `SHA-256 of the content ${doc.fingerprint}`),
    ...(doc.audit === null ? [] : [paragraph('small', `Audit record: ${doc.audit}`)]),
  ]
  const [width, height] = doc.paper === 'a4' ? [11_906, 16_838] : [12_240, 15_840]
  const page = `<w:sectPr><w:headerReference w:type="default" r:id="header"/><w:footerReference w:type="default" r:id="footer"/><w:pgSz w:w="${width}" w:h="${height}"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>`
  const targets = links.map(
    (url, at) =>
      `<Relationship Id="link${at}" Type="${office}/hyperlink" Target="${escape(url)}" TargetMode="External"/>`,
  )
  return {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': `${declaration}<Relationships xmlns="${relations}"><Relationship Id="document" Type="${office}/officeDocument" Target="word/document.xml"/><Relationship Id="core" Type="${relations}/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'docProps/core.xml': `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escape(doc.title)}</dc:title><dc:language>en-US</dc:language><dcterms:created xsi:type="dcterms:W3CDTF">${doc.asOf}</dcterms:created></cp:coreProperties>`,
    'word/_rels/document.xml.rels': `${declaration}<Relationships xmlns="${relations}"><Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/><Relationship Id="header" Type="${office}/header" Target="header1.xml"/><Relationship Id="footer" Type="${office}/footer" Target="footer1.xml"/>${targets.join('')}</Relationships>`,
    'word/styles.xml': styles,
    'word/header1.xml': `${declaration}<w:hdr ${namespaces}>${paragraph('mark', [doc.watermark, doc.mark].filter(Boolean).join(' · ').toUpperCase())}</w:hdr>`,
    'word/footer1.xml': `${declaration}<w:ftr ${namespaces}><w:p><w:pPr><w:pStyle w:val="${toStyleId('footer')}"/></w:pPr>${run('Page ')}${field('PAGE')}${run(' of ')}${field('NUMPAGES')}<w:r><w:tab/></w:r>${run(doc.reference)}</w:p></w:ftr>`,
    'word/document.xml': `${declaration}<w:document ${namespaces}><w:body>${body.join('')}${page}</w:body></w:document>`,
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const namespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}"`
const part = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${type}+xml"/>`
const contentTypes = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
  part('word/document.xml', `${word}.document.main`),
  part('word/styles.xml', `${word}.styles`),
  part('word/header1.xml', `${word}.header`),
  part('word/footer1.xml', `${word}.footer`),
  part('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties'),
].join('')}</Types>`

type StyleName =
  | 'normal'
  | 'title'
  | 'subtitle'
  | 'court'
  | 'heading1'
  | 'heading2'
  | 'quote'
  | 'strong'
  | 'small'
  | 'mark'
  | 'footer'
/** Word's usual style IDs start with a capital letter. */
const toStyleId = (name: StyleName): string => name.charAt(0).toUpperCase() + name.slice(1)
const style = (id: StyleName, name: string, paragraphRules: string, runRules: string) =>
  `<w:style w:type="paragraph" ${id === 'normal' ? 'w:default="1" ' : ''}w:styleId="${toStyleId(id)}"><w:name w:val="${name}"/>${id === 'normal' ? '' : `<w:basedOn w:val="${toStyleId('normal')}"/>`}<w:pPr>${paragraphRules}</w:pPr><w:rPr>${runRules}</w:rPr></w:style>`
const space = (before: number, after: number) => `<w:spacing w:before="${before}" w:after="${after}"/>`
const center = '<w:jc w:val="center"/>'
const size = (points: number) => `<w:sz w:val="${points * 2}"/><w:szCs w:val="${points * 2}"/>`
const bold = '<w:b/><w:bCs/>'
const styles = `${declaration}<w:styles ${namespaces}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:cs="Times New Roman"/>${size(12)}<w:lang w:val="en-US" w:bidi="he-IL"/></w:rPr></w:rPrDefault></w:docDefaults>${[
  style('normal', 'Normal', space(0, 120), ''),
  style('title', 'Title', `${space(240, 60)}${center}`, `${bold}${size(14)}`),
  style('subtitle', 'Subtitle', `${space(0, 240)}${center}`, ''),
  style('court', 'Court', `${space(0, 60)}${center}`, bold),
  style('heading1', 'heading 1', `<w:keepNext/>${space(240, 120)}<w:outlineLvl w:val="0"/>`, `${bold}${size(13)}`),
  style('heading2', 'heading 2', `<w:keepNext/>${space(180, 60)}<w:outlineLvl w:val="1"/>`, bold),
  style('quote', 'Quote', `${space(0, 60)}<w:ind w:left="720" w:right="720"/>`, ''),
  style('strong', 'Strong text', space(0, 120), bold),
  style('small', 'Small', space(0, 40), size(9)),
  style('mark', 'Mark', center, `${bold}${size(9)}`),
  style('footer', 'footer', '<w:tabs><w:tab w:val="right" w:pos="9360"/></w:tabs>', size(9)),
].join('')}</w:styles>`

// XML 1.0 has no way to write most control characters.
const escape = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Word reorders right-to-left runs itself. */
const run = (text: string): string =>
  `<w:r>${hasRightToLeft(text) ? '<w:rPr><w:rtl/></w:rPr>' : ''}${text
    .split('\n')
    .map((line) => `<w:t xml:space="preserve">${escape(line)}</w:t>`)
    .join('<w:br/>')}</w:r>`

/** Sets the direction for each phrase so that a Hebrew name doesn't reverse an English sentence. */
function runs(text: string): string {
  const parts = text.split(/(\s+)/)
  const phrases: { text: string; isRtl: boolean }[] = []
  for (const [at, part] of parts.entries()) {
    const isGap = at % 2 === 1
    const isRtl = isGap
      ? hasRightToLeft(parts[at - 1] ?? '') && hasRightToLeft(parts[at + 1] ?? '')
      : hasRightToLeft(part)
    const last = phrases.at(-1)
    if (last?.isRtl === isRtl) last.text += part
    else phrases.push({ text: part, isRtl })
  }
  return phrases
    .filter((phrase) => phrase.text !== '')
    .map((phrase) => run(phrase.text))
    .join('')
}

const paragraph = (name: StyleName, text: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="${toStyleId(name)}"/></w:pPr>${text === '' ? '' : runs(text)}</w:p>`

const field = (name: 'PAGE' | 'NUMPAGES'): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${name} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`

const blank = '______________________________'
const orBlank = (text: string): string => (text === '' ? blank : text)

function captionXml({ court, place, above, below, others, action, caseNumber, judge, courtroom }: Caption): string {
  const named = ({ names, role }: CaptionParty, end: string) => [
    ...(names.length > 0 ? names : [blank]).map((name) => paragraph('normal', role ? `${name},` : name)),
    ...(role ? [paragraph('quote', `${role}${end}`)] : []),
  ]
  const parties =
    above.names.length + below.names.length === 0
      ? [paragraph('normal', action)]
      : [
          ...named(above, ','),
          paragraph('quote', 'v.'),
          ...named(below, others ? ',' : '.'),
          ...(others ? [paragraph('quote', 'and'), ...named(others, '.')] : []),
        ]
  const facts = [
    `Case No. ${orBlank(caseNumber)}`,
    `Judge ${orBlank(judge)}`,
    ...(courtroom ? [`Courtroom ${courtroom}`] : []),
  ].map((each) => paragraph('normal', each))
  const cell = (content: string[], borders: string) =>
    `<w:tc><w:tcPr><w:tcW w:w="4680" w:type="dxa"/><w:tcBorders>${borders}</w:tcBorders></w:tcPr>${content.join('')}</w:tc>`
  const line = (side: string) => `<w:${side} w:val="single" w:sz="6" w:space="0" w:color="000000"/>`
  return [
    paragraph('court', orBlank(court)),
    ...(place ? [paragraph('subtitle', place)] : []),
    `<w:tbl><w:tblPr><w:tblW w:w="9360" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid><w:gridCol w:w="4680"/><w:gridCol w:w="4680"/></w:tblGrid><w:tr>${cell(parties, `${line('bottom')}${line('right')}`)}${cell(facts, '')}</w:tr></w:tbl>`,
  ].join('')
}

function linked(links: string[], text: string, url: string | null): string {
  if (url === null || !/^https?:\/\//.test(url)) return runs(text)
  links.push(url)
  return `<w:hyperlink r:id="link${links.length - 1}">${runs(text)}</w:hyperlink>`
}

const tableTwips = 9360

function tableXml(links: string[], head: string[] | null, widths: number[], rows: readonly Cell[][]): string {
  const total = widths.reduce((sum, each) => sum + each, 0)
  const columns = widths.map((each) => Math.round((each / total) * tableTwips))
  const cell = (each: Cell, at: number, isHead: boolean) => {
    const [text, url] = typeof each === 'string' ? [each, null] : [each.text, each.url]
    return `<w:tc><w:tcPr><w:tcW w:w="${columns[at]!}" w:type="dxa"/></w:tcPr><w:p><w:pPr><w:pStyle w:val="${toStyleId(isHead ? 'strong' : 'normal')}"/></w:pPr>${linked(links, text, url)}</w:p></w:tc>`
  }
  const row = (cells: readonly Cell[], isHead: boolean) =>
    `<w:tr>${isHead ? '<w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>' : ''}${cells.map((each, at) => cell(each, at, isHead || (head === null && at === 0))).join('')}</w:tr>`
  const borders = ['top', 'bottom', 'insideH']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="999999"/>`)
    .join('')
  return `<w:tbl><w:tblPr><w:tblW w:w="${tableTwips}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${columns.map((each) => `<w:gridCol w:w="${each}"/>`).join('')}</w:tblGrid>${head ? row(head, true) : ''}${rows.map((each) => row(each, false)).join('')}</w:tbl>${paragraph('normal', '')}`
}

function citeXml(links: string[], { label, url, pageLine }: Cite): string {
  const parts = [pageLine === null ? '' : run(pageLine), label === '' ? '' : linked(links, label, url)].filter(Boolean)
  return parts.length === 0 ? '' : `${run(' (')}${parts.join(run(', '))}${run(')')}`
}

function quoteXml(links: string[], { question, text, by, cite, note }: Extract<Block, { kind: 'quote' }>): string {
  return [
    ...(question === null ? [] : [paragraph('quote', `Q. ${question}`)]),
    `<w:p><w:pPr><w:pStyle w:val="${toStyleId('quote')}"/></w:pPr>${runs(`${question === null ? '' : 'A. '}“${text}”`)}${citeXml(links, cite)}</w:p>`,
    ...(by === '' ? [] : [paragraph('quote', by)]),
    ...(note === null ? [] : [paragraph('quote', note)]),
  ].join('')
}

function toBlockXml(links: string[], block: Block): string {
  switch (block.kind) {
    case 'heading':
      return paragraph(block.level === 2 ? 'heading1' : 'heading2', block.text)
    case 'text':
      return paragraph(block.tone === 'strong' ? 'strong' : 'normal', block.text)
    case 'facts':
      return block.rows.length === 0 ? '' : tableXml(links, null, [1, 3], block.rows)
    case 'table':
      return tableXml(links, block.head, block.widths, block.rows)
    case 'quote':
      return quoteXml(links, block)
    case 'spoken':
      return [
        paragraph('heading1', block.title),
        ...block.lines.map(({ speaker, text }) => paragraph('normal', `${speaker}: ${text}`)),
      ].join('')
    case 'seats':
      return block.rows
        .map((row) => paragraph('normal', row.map((seat) => (seat ? `${seat.number} ${seat.label}` : '')).join('   ')))
        .join('')
    case 'still':
      return paragraph('normal', `[${block.alt}]`)
    case 'signature':
      return [blank, block.name, ...block.lines].map((line) => paragraph('normal', line)).join('')
  }
}
