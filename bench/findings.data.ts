import { z } from 'zod'

const Labeled = z.object({
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
export type Labeled = z.infer<typeof Labeled>

export function readLabeled(text: string): Labeled[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Labeled.parse(JSON.parse(line)))
}
