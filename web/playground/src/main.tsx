import './workers.js'
// Without `graphiql/style.css`, which has half a megabyte of fonts.
import '@graphiql/react/style.css'
import '@graphiql/plugin-doc-explorer/style.css'
import '@graphiql/plugin-history/style.css'
import 'graphiql/graphiql.css'
import '@graphiql/plugin-explorer/style.css'
import './styles/colors.css'
import './styles/account.css'
import './styles/examples.css'
import './styles/panels.css'
import './styles/phone.css'
// GraphiQL imports the editor when it is rendered; so the browser loads it together with the rest.
import 'monaco-graphql/esm/monaco-editor.js'
import { createRoot } from 'react-dom/client'
import { Playground } from './playground.js'

const root = document.getElementById('root')
if (root) createRoot(root).render(<Playground />)
