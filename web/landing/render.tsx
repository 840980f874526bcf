import { renderToStaticMarkup } from 'react-dom/server'
import { Landing } from './Landing.tsx'

/** The landing page as HTML; web/vite.landing.ts puts it into index.html. */
export const renderLanding = (): string => renderToStaticMarkup(<Landing />)
