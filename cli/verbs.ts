/** The verbs of the command line, in the order of the help text. A verb is one line here and one file beside it. */

/** Runs a verb with the words after it and answers the exit code. */
type RunVerb = (argv: string[]) => Promise<number>
export interface Verb {
  /** What follows the verb, for the help text. */
  usage: string
  /** One line: what it does for whom. */
  summary: string
  /** Loaded only when the verb is called: `--help` must not wait for a database or a speech engine. */
  load: () => Promise<RunVerb>
}

export const verbs: Record<string, Verb> = {
  start: {
    usage: '[--port PORT]',
    summary: 'Starts Venire and stays up until Ctrl-C.',
    load: async () => (await import('./start.ts')).start,
  },
  demo: {
    usage: '[--once]',
    summary: 'Starts it with a sample firm and a sample voir dire, analysed on this machine.',
    load: async () => (await import('./demo.ts')).demo,
  },
  analyze: {
    usage: 'FILE',
    summary: 'Analyses a video without a server: transcript, speakers, findings.',
    load: async () => (await import('./analyze.ts')).analyze,
  },
  align: {
    usage: 'AUDIO TRANSCRIPT [--json]',
    summary: 'Finds the time of every word of a transcript in its recording.',
    load: async () => (await import('./align.ts')).align,
  },
  diarize: {
    usage: 'AUDIO [--rttm OUT]',
    summary: 'Tells the voices of a recording apart.',
    load: async () => (await import('./diarize.ts')).diarize,
  },
  classify: {
    usage: '< utterances.ndjson',
    summary: 'Labels utterances: hardship, bias, key statement or none, with the reason.',
    load: async () => (await import('./classify.ts')).classify,
  },
  models: {
    usage: 'list|pull|verify',
    summary: 'Lists, fetches and checks speech models.',
    load: async () => (await import('./models.ts')).models,
  },
  doctor: {
    usage: '',
    summary: 'Checks the machine, the parts and the settings, and says what to type.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  backup: {
    usage: '[--verify]',
    summary: 'Saves the database and the files, checked, while Venire runs.',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    usage: 'BACKUP',
    summary: 'Puts a backup in place of an empty installation.',
    load: async () => (await import('./restore.ts')).restore,
  },
  'firm-link': {
    usage: '',
    summary: 'Prints a one-time link with which a new firm is created.',
    load: async () => (await import('./firm-link.ts')).firmLink,
  },
  operator: {
    usage: 'list|add EMAIL|remove EMAIL',
    summary: 'Lists who runs this installation, and adds or removes one.',
    load: async () => (await import('./operator.ts')).operator,
  },
  retention: {
    usage: '[--days N]',
    summary: 'Lists what will be deleted or destroyed by itself, and changes nothing.',
    load: async () => (await import('./retention.ts')).retention,
  },
  trial: {
    usage: 'list|set|lift',
    summary: 'Lists the firms that try Venire out, and moves or takes away the end of a trial.',
    load: async () => (await import('./trial.ts')).trial,
  },
  'reset-password': {
    usage: 'EMAIL [--two-factor]',
    summary: 'Prints a one-time link for somebody who is locked out.',
    load: async () => (await import('./reset-password.ts')).resetPassword,
  },
  case: {
    usage: 'export ID | import FILE',
    summary: 'Writes a whole case to one file that can be verified, and brings it in elsewhere.',
    load: async () => (await import('./case.ts')).caseVerb,
  },
  'rotate-key': {
    usage: '',
    summary: 'Replaces the key that signs the audit record; earlier records still verify.',
    load: async () => (await import('./rotate-key.ts')).rotateKey,
  },
  verify: {
    usage: 'audit|media|pack FILE',
    summary: 'Checks that nobody altered the audit record, the recordings, an evidence pack or a case archive.',
    load: async () => (await import('./verify.ts')).verify,
  },
}
