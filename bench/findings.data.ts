/** Reads labelled utterances. */
import { z } from 'zod'

const Labelled = z.object({
  id: z.string(),
  speaker_role: z.string(),
  context: z.string(),
  context_role: z.string(),
  text: z.string(),
  label: z.enum(['hardship', 'bias', 'key_statement', 'none']),
  sub: z.string(),
  kind: z.string().optional(),
  style: z.string().optional(),
  trap: z.boolean().optional(),
})
export type Labelled = z.infer<typeof Labelled>

/** One utterance a line; throws with the line's number where one cannot be read. */
export function readLabelled(text: string): Labelled[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Labelled.parse(JSON.parse(line)))
}
