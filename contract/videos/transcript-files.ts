export const transcriptExtensions = ['.txt', '.pdf', '.docx', '.rtf', '.srt', '.vtt', '.csv', '.dvt', '.asc'] as const
export const transcriptMaxBytes = 20 * 1024 * 1024

const askReporter =
  'Ask the reporter for the same transcript as ASCII text with page and line numbers (.txt) and attach that.'
const askVendor =
  'Ask the vendor to export it as OpenDVT (.dvt) or captions (.srt), or for ASCII text with page and line numbers (.txt).'

/** These formats have no public documentation, so a file is read only if it's plain text. */
export const closedTranscripts: Readonly<Record<string, string>> = {
  '.ptx': `This is an E-Transcript bundle (PTX), a proprietary format. ${askReporter}`,
  '.ptz': `This is an E-Transcript bundle (PTZ), a proprietary format. ${askReporter}`,
  '.xmef': `This is an exhibit-linked E-Transcript (XMEF), a proprietary format. ${askReporter}`,
  '.ptf': `This is a LiveNote transcript (PTF), a proprietary format. ${askReporter}`,
  '.lef': `This is a LiveNote evidence file (LEF), a proprietary format. ${askReporter}`,
  '.lvf': `This is a LiveNote evidence file (LVF), a proprietary format. ${askReporter}`,
  '.sbf': `This is a court reporting software bundle (SBF), a proprietary format. ${askReporter}`,
  '.cms': `This is a synchronized TrialDirector transcript (CMS), a proprietary format. ${askVendor}`,
  '.mdb': `This is a synchronized transcript database (MDB), a proprietary format. ${askVendor}`,
  '.doc': 'This is a Word 97–2003 document (DOC). Save it as DOCX or text (.txt) and attach that.',
  '.zip': 'This is a ZIP archive. Unpack it and attach the transcript inside it.',
}

export const askForText = askReporter
