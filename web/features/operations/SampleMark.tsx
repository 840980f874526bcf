import { Badge } from '#web/ui/kit.ts'

/** Marks a figure that nobody measured: the server left it out. */
export const SampleMark = () => <Badge tone="warning">sample</Badge>
