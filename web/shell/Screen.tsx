import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, type ComponentProps, useEffectEvent } from 'react'
import { Loaded } from '#web/platform/Loaded.tsx'
import { isNotFound } from '#web/platform/apiError.ts'
import { cx, PageHeader } from '#web/ui/kit.ts'
import { PrivilegeMark } from './PrivilegeMark.tsx'

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
  back?: ReactNode
  actions?: ReactNode
  isCompact?: boolean
  children: ReactNode
}

export function Screen({ title, children, ...header }: ScreenProps) {
  useScreenTitle(title)
  return (
    <div className={cx('mx-auto w-full max-w-7xl p-4 md:p-6', header.isCompact && 'max-sm:pt-2')}>
      <PageHeader title={title} mark={<PrivilegeMark />} {...header} />
      {children}
    </div>
  )
}

type LoadedScreenProps<T> = Omit<ScreenProps, 'children'> & {
  query: ComponentProps<typeof Loaded<T>>['query']
  skeleton: ReactNode
  absent?: ReactNode
  children: (data: T) => ReactNode
}

export function LoadedScreen<T>({ query, skeleton, absent, children, ...screen }: LoadedScreenProps<T>) {
  if (absent && isNotFound(query.error)) return absent
  if (query.data !== undefined) return <>{children(query.data)}</>
  return (
    <Screen {...screen} {...(query.error && { description: undefined, actions: undefined })}>
      <Loaded query={query} skeleton={skeleton}>
        {() => null}
      </Loaded>
    </Screen>
  )
}

/**
 * Calls `open` once for a request in the URL and removes its search params so that neither a reload nor Back reopens
 * it.
 */
export function useOpenRequest<T>(names: readonly string[], asked: T | undefined, open: (asked: T) => void): void {
  const navigate = useNavigate()
  const take = useEffectEvent((request: T) => {
    open(request)
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
      hash: true,
      replace: true,
      resetScroll: false,
    })
  })
  useEffect(() => {
    if (asked !== undefined) take(asked)
  }, [asked])
}
