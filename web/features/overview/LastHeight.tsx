import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isNarrow } from '#web/platform/page/narrow.ts'
import { readSetting, writeSetting } from '#web/platform/storage.ts'

type LastHeightProps = {
  name: string
  of: { data: unknown; errorUpdateCount: number }
  children: ReactNode
}

/** Gives the skeleton the height that the content had last time, so that nothing below it moves. */
export function LastHeight({ name, of: { data, errorUpdateCount }, children }: LastHeightProps) {
  const setting = `dashboard.height.${name}.${isNarrow() ? 'narrow' : 'wide'}`
  const [last] = useState(() => Number(readSetting(setting)))
  const place = useRef<HTMLDivElement>(null)
  const hasData = data !== undefined
  useEffect(() => {
    if (hasData && place.current) writeSetting(setting, String(place.current.offsetHeight))
  }, [hasData, setting])
  const isFixed = !hasData && errorUpdateCount === 0 && last > 0
  return (
    <div ref={place} className="grid" {...(isFixed && { style: { height: last, overflow: 'hidden' } })}>
      {children}
    </div>
  )
}
