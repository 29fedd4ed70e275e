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

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
