/**
 * Replaces `react-style-singleton` (see vite.config.ts) with a constructed style sheet, which the CSP allows without
 * 'unsafe-inline'.
 */
import { useEffect } from 'react'

export function styleSingleton() {
  let users = 0
  let sheet: CSSStyleSheet | null = null

  function add(css: string) {
    users += 1
    if (users > 1) return
    sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }

  function remove() {
    users -= 1
    if (users > 0 || !sheet) return
    const gone = sheet
    sheet = null
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== gone)
  }

  return function Sheet({ styles }: { styles: string }) {
    useEffect(() => {
      add(styles)
      return remove
    }, [styles])
    return null
  }
}
