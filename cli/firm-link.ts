import { askInstallation } from './installation.ts'

const usage = `Usage: venire firm-link

Prints a one-time link with which somebody creates a new firm (with SIGN_UP=invite, and for the first firm).
`

export async function firmLink(argv: string[]): Promise<number> {
  if (argv.length > 0) {
    process.stdout.write(usage)
    return argv[0] === '--help' || argv[0] === '-h' ? 0 : 2
  }
  const { url } = await askInstallation('firm-link')
  console.log(`Open this link to create a firm. It works once, for 72 hours:\n${url}`)
  return 0
}
