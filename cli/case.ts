import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askInstallation } from './installation.ts'

const usage = `Usage: venire case export ID --out FILE
       venire case import FILE [--firm NAME] [--lead EMAIL] [--number NUMBER]
                                [--match EMAIL[=EMAIL]]...

export  Writes a whole case, with its recordings, records and audit record, to one file that can be checked with
        "venire verify pack". Works while the server runs.
import  Brings such a file into a firm, after checking every byte of it. Nothing that is here is changed.

--out FILE       Where to write it; it must not exist yet.
--firm NAME      Into which firm, by name or id; not needed where there is only one.
--lead EMAIL     Who leads the case here; not needed where the firm has one administrator.
--match EMAIL    Somebody in the archive who is a member here, by their e-mail address; "EMAIL=EMAIL" if the address here
                 is another one. They join the case; everybody else is kept as a name.
--number NUMBER  The case number to use where that of the archive is taken.
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
  if (!values.help && what === 'export' && which && values.out) return writeOut(which, resolve(values.out))
  if (!values.help && what === 'import' && which) {
    const path = resolve(which)
    if (!(await stat(path).catch(() => null))?.isFile()) throw new Error(`There is no file ${path}.`)
    const { firm = null, lead = null, number = null, match = [] } = values
    const done = await askInstallation('case-import', { path, firm, lead, caseNumber: number, match })
    console.log(`${done.title} (${done.caseNumber}) is here, as case ${done.caseId}.`)
    const { matched, imported } = done.people
    if (matched.length > 0) console.log(`Matched to members: ${matched.join(', ')}.`)
    if (imported.length > 0) console.log(`Kept as names: ${imported.join(', ')}. Match members with --match EMAIL.`)
    const { kind, signedBy } = done.origin
    console.log(
      kind === 'unverified'
        ? 'Unverified: not signed.'
        : `Signed by ${kind === 'this_installation' ? 'this installation' : 'another installation'}, key ${signedBy}.`,
    )
    console.log(`Fingerprint of the archive: ${done.fingerprint}`)
    for (const warning of done.warnings) console.log(`Note: ${warning}`)
    return 0
  }
  process.stdout.write(usage)
  return values.help ? 0 : 2
}

async function writeOut(caseId: string, out: string): Promise<number> {
  if (await stat(out).catch(() => null)) throw new Error(`${out} exists already. Name another file.`)
  const { title, path } = await askInstallation('case-export', { caseId, out })
  console.log(`${title} was written to ${path}.`)
  console.log('It holds privileged work product and the names of jurors, and it is not encrypted: keep it under lock.')
  return 0
}
