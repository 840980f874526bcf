import { useState } from 'react'
import type { ExportPolicy } from '#contract/exports/policy.ts'
import { listCaseExports } from '#contract/exports/exports.ts'
import { type ExportTemplate, type ExportType, opensFilms, templateRules } from '#contract/exports/templates.ts'
import { createShareLink } from '#contract/exports/share.ts'
import { useRead } from '#web/platform/api.ts'
import { type FilmChoice, makeKey, linkableFilms, pasted, reviewRoom, startChoice } from './film.ts'
import { useSend } from './useSend.ts'

/** Films of a case that are offered. */
const mostFilms = 200

type FilmLinkOf = { caseId: string | null; type: ExportType; template: ExportTemplate }

/** What timecodes open, and the link to it: made only when the file is ordered, and once for the same choice. */
export function useFilmLink(policy: ExportPolicy, of: FilmLinkOf) {
  const { caseId } = of
  /** Whether the timecodes of this file can open a film at all. */
  const opens = opensFilms(of) && caseId !== null
  const [choice, setChoice] = useState(() => startChoice(policy))
  const [made, setMade] = useState<{ key: string; url: string } | null>(null)
  const { send, faults, busy } = useSend(createShareLink, ['password', 'expiresInHours'], () => {})
  const list = useRead(
    listCaseExports,
    { params: { caseId: caseId ?? '' }, input: { status: 'ready', type: 'mp4', limit: mostFilms } },
    { enabled: opens && policy.allowLinks },
  )

  /**
   * Goes on with the address that the order is to carry; undefined for the review room. `isTaken`: whether the order is
   * good as far as the browser can tell, for no link is made for one that is refused at once.
   */
  function withAddress(isTaken: boolean, go: (filmLink: string | undefined) => void) {
    const { open, address, password, expiry } = choice
    const key = makeKey(choice)
    if (!opens || !isTaken || open === reviewRoom) go(undefined)
    else if (open === pasted) go(address)
    else if (made?.key === key) go(made.url)
    else {
      const label = `the timecodes of “${templateRules[of.template].title}”`
      send(
        {
          params: { exportId: open },
          input: { label, ...(password !== '' && { password }), expiresInHours: Number(expiry) },
        },
        ({ url }) => {
          setMade({ key, url })
          go(url)
        },
      )
    }
  }
  return {
    opens,
    choice,
    films: linkableFilms(list.data ?? []),
    list,
    faults,
    busy,
    change: (part: Partial<FilmChoice>) => setChoice({ ...choice, ...part }),
    /** After the file was ordered: the next one has a link of its own. */
    clear() {
      setChoice(startChoice(policy))
      setMade(null)
    },
    withAddress,
  }
}
export type FilmLinkState = ReturnType<typeof useFilmLink>
