import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Landing } from './Landing.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root.')
createRoot(container).render(
  <StrictMode>
    <Landing />
  </StrictMode>,
)
