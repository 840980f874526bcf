import { type ReactNode, useEffect } from 'react'
import { PageHeader } from '#web/ui/kit.ts'

/**
 * The title in the window, the tab and the history, as long as the screen is shown. `summary`: one sentence that search
 * engines show below it, for pages that strangers may read.
 */
export function useScreenTitle(title: string, summary?: string): void {
  useEffect(() => {
    document.title = `${title} · Venire`
  }, [title])
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]')
    if (!meta || !summary) return undefined
    const ofEveryPage = meta.content
    meta.content = summary
    return () => {
      meta.content = ofEveryPage
    }
  }, [summary])
}

type ScreenProps = {
  title: string
  description?: ReactNode
  /** A link to where the person came from. */
  back?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every screen inside the shell. */
export function Screen({ title, description, back, actions, children }: ScreenProps) {
  useScreenTitle(title)
  return (
    <div className="mx-auto w-full max-w-7xl p-4 md:p-6">
      <PageHeader title={title} description={description} back={back} actions={actions} />
      {children}
    </div>
  )
}
