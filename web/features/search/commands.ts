import { jurorKey } from '#contract/jurors/key.ts'

/** The session or case that commands apply to: the one that is open or, by default, the newest. */
export type Place = {
  mayCreateCase: boolean
  caseId: string | null
  /** The session whose board is open. Jurors open on the board instead of on their own page. */
  boardId: string | null
  sessions: readonly { id: string; name: string; caseId: string }[]
  jurors: readonly { id: string; number: string; caseId: string }[]
}

export type Command = { id: string; title: string; subtitle: string; href: string }

type Template = { title: string; words: readonly string[]; href: (id: string) => string }

const inSession: readonly Template[] = [
  { title: 'Open board', words: ['board', 'courtroom'], href: (id) => `/sessions/${id}/courtroom` },
  { title: 'Open strike log', words: ['strike log', 'log'], href: (id) => `/sessions/${id}/strike-log` },
  { title: 'Open review room', words: ['review room', 'triage'], href: (id) => `/sessions/${id}/review` },
  { title: 'Open highlights', words: ['highlights'], href: (id) => `/sessions/${id}/highlights` },
  { title: 'Open exports', words: ['exports'], href: (id) => `/sessions/${id}/exports` },
  { title: 'Print strike sheet', words: ['strike sheet', 'sheet'], href: (id) => `/sessions/${id}/strike-sheet` },
]
const inCase: readonly Template[] = [
  { title: 'New session', words: ['session'], href: (id) => `/cases/${id}/new-session` },
  { title: 'Open jurors', words: ['jurors'], href: (id) => `/cases/${id}?tab=jurors` },
]
const anywhere: readonly (Omit<Template, 'href'> & { href: string })[] = [
  { title: 'Open dashboard', words: ['dashboard'], href: '/dashboard' },
  { title: 'Open cases', words: ['cases'], href: '/cases' },
  { title: 'Open video processing', words: ['video processing', 'upload'], href: '/video-processing' },
  { title: 'Open approvals', words: ['approvals'], href: '/approvals' },
  { title: 'Open team', words: ['team'], href: '/team' },
  { title: 'Open settings', words: ['settings'], href: '/settings' },
]

const shortest = 2
const mostSessions = 3

/** Matches only the start of a command's name or synonym, so commands don't clutter ordinary searches. */
export function findCommands(text: string, place: Place): Command[] {
  const { mayCreateCase, caseId, sessions } = place
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (typed.length < shortest) return []
  const matches = ({ title, words }: Pick<Template, 'title' | 'words'>) =>
    [title.toLowerCase(), ...words].some((each) => each.startsWith(typed))
  const toCommand = (title: string, subtitle: string, href: string): Command => ({
    id: `command ${href}`,
    title,
    subtitle,
    href,
  })
  return [
    ...findJurorCommands(typed, place).map(({ title, subtitle, href }) => toCommand(title, subtitle, href)),
    ...(mayCreateCase && 'new case'.startsWith(typed) ? [toCommand('New case', '', '/cases/new')] : []),
    ...(caseId === null
      ? []
      : inCase.filter(matches).map(({ title, href }) => toCommand(title, 'This case', href(caseId)))),
    ...inSession
      .filter(matches)
      .flatMap(({ title, href }) =>
        sessions.slice(0, mostSessions).map(({ id, name }) => toCommand(title, name, href(id))),
      ),
    ...anywhere.filter(matches).map(({ title, href }) => toCommand(title, '', href)),
  ]
}

const jurorCommand = /^\s*(strike|juror)\s+(?:juror\s+)?(?:no\.?\s+|#\s*)?(\S+)\s*$/i

export const isJurorCommand = (text: string): boolean => jurorCommand.test(text)

function findJurorCommands(typed: string, { sessions, jurors, boardId }: Place): Omit<Command, 'id'>[] {
  const [, verb, number] = jurorCommand.exec(typed) ?? []
  const isStrike = verb === 'strike'
  const juror = number === undefined ? undefined : jurors.find((each) => jurorKey(each.number) === jurorKey(number))
  if (!juror) return []
  if (boardId !== null) {
    const title = isStrike ? `Strike juror ${juror.number}…` : `Open juror ${juror.number}`
    const href = `/sessions/${boardId}/courtroom?juror=${encodeURIComponent(juror.id)}`
    return [{ title, subtitle: 'This board', href }]
  }
  if (!isStrike) return [{ title: `Go to juror ${juror.number}`, subtitle: '', href: `/jurors/${juror.id}` }]
  return sessions
    .filter(({ caseId }) => caseId === juror.caseId)
    .slice(0, mostSessions)
    .map(({ id, name }) => ({
      title: `Strike juror ${juror.number}…`,
      subtitle: name,
      href: `/sessions/${id}/strike-log?juror=${encodeURIComponent(juror.id)}`,
    }))
}
