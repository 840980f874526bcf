/** The key of a button, in its words: " (W)". Where fingers press, there are no keys, and the row needs the room. */
export function KeyHint({ keys }: { keys: string }) {
  return <span className="-ml-2 touch:hidden">{`\u00A0(${keys})`}</span>
}
