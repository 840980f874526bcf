import { Notice } from '#web/ui/kit.ts'
import { fieldWords } from './caseWords.ts'
import type { Faults } from './faults.ts'

/** All faults of a step at its top; each stands at its field, too. */
export function FaultSummary({ faults }: { faults: Faults }) {
  const entries = Object.entries(faults)
  if (entries.length === 0) return null
  return (
    <Notice tone="danger" alert>
      <p className="font-medium">
        {entries.length === 1 ? 'One field needs you:' : `${entries.length} fields need you:`}
      </p>
      <ul className="mt-1 list-disc pl-5">
        {entries.map(([path, message]) => (
          <li key={path}>
            {describeField(path)}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Of a list one row is named. */
const rowWords: Partial<Record<string, string>> = {
  parties: 'Party',
  attorneys: 'Attorney',
  witnesses: 'Witness',
  issues: 'Theme',
}

/** "parties.1.name" → "Party 2". */
function describeField(path: string): string {
  const [field = '', index] = path.split('.')
  const word = field in fieldWords ? fieldWords[field as keyof typeof fieldWords] : field
  return index !== undefined && /^\d+$/.test(index) ? `${rowWords[field] ?? word} ${Number(index) + 1}` : word
}
