import { Badge } from '#web/ui/Badge.tsx'

/** Marks a figure that nobody measured: the server left it out. */
export const SampleMark = () => <Badge tone="warning">sample</Badge>
