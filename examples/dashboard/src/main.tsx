import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.js'
import './styles/tokens.css'
import './styles/page.css'
import './styles/controls.css'
import './styles/records.css'
import './styles/lists.css'
import './styles/messages.css'
import './styles/week.css'
import './styles/charts.css'
import './styles/checklists.css'
import './styles/documents.css'

// Not in development, in which the files have no hashes in their names; and only with HTTPS or on this machine.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const base = import.meta.env.BASE_URL
  const scope = base === '/' ? base : base.replace(/\/$/, '')
  navigator.serviceWorker
    .register(`${base}service-worker.js`, { scope })
    .catch((error: unknown) => {
      console.warn(error)
    })
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
