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

export const verbs: Record<string, Verb> = {}
