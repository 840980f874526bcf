import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askInstallation } from './installation.ts'

const usage = `Usage: venire case export ID --out FILE
       venire case import FILE [--firm NAME] [--lead EMAIL] [--number NUMBER]
                                [--match EMAIL[=EMAIL]]...

export  Writes a whole case, with its recordings, records, and audit record, to one file that "venire verify pack"
        can check. Works while the server runs.
import  Imports such a file into a firm after checking every byte. Existing data is not changed.

--out FILE       Where to write the file. It must not exist yet.
--firm NAME      The firm to import into, by name or ID. Not needed if there is only one.
--lead EMAIL     The case lead. Not needed if the firm has one administrator.
--match EMAIL    Matches a person in the archive to the member with this email address, who then joins the case. Use
                 "EMAIL=EMAIL" if the member’s address is different. Everyone else is kept as a name.
--number NUMBER  The case number to use if the archive’s number is taken.
`

export async function caseVerb(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      help: { type: 'boolean', short: 'h' },
      out: { type: 'string' },
      firm: { type: 'string' },
      lead: { type: 'string' },
      number: { type: 'string' },
      match: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  })
  const [what, which] = positionals
  if (!values.help && what === 'export' && which && values.out) return exportCase(which, resolve(values.out))
  if (!values.help && what === 'import' && which) {
    const path = resolve(which)
    if (!(await stat(path).catch(() => null))?.isFile()) throw new Error(`File not found: ${path}.`)
    const { firm = null, lead = null, number = null, match = [] } = values
    const done = await askInstallation('case-import', { path, firm, lead, caseNumber: number, match })
    console.log(`Imported ${done.title} (${done.caseNumber}) as case ${done.caseId}.`)
    const { matched, imported } = done.people
    if (matched.length > 0) console.log(`Matched to members: ${matched.join(', ')}.`)
    if (imported.length > 0) console.log(`Kept as names: ${imported.join(', ')}. Match members with --match EMAIL.`)
    const { kind, signedBy } = done.origin
    console.log(
      kind === 'unverified'
        ? 'Unverified: not signed.'
        : `Signed by ${kind === 'this_installation' ? 'this installation' : 'another installation'}, key ${signedBy}.`,
    )
    console.log(`Archive fingerprint: ${done.fingerprint}`)
    for (const warning of done.warnings) console.log(`Note: ${warning}`)
    return 0
  }
  process.stdout.write(usage)
  return values.help ? 0 : 2
}

async function exportCase(caseId: string, out: string): Promise<number> {
  if (await stat(out).catch(() => null)) throw new Error(`${out} already exists. Choose another file name.`)
  const { title, path } = await askInstallation('case-export', { caseId, out })
  console.log(`Exported ${title} to ${path}.`)
  console.log('This file is not encrypted. It contains privileged work product and juror names, so store it securely.')
  return 0
}
