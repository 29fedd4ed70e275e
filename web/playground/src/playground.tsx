import { GraphiQL } from 'graphiql'
import type { GraphQLSchema } from 'graphql'
import { useEffect, useState } from 'react'
import { Account } from './account.js'
import { CopyMenu } from './copy-menu.js'
import { examplesPlugin } from './examples-drawer.js'
import { fetcher } from './fetcher.js'
import { FIRST_QUERY } from './first-query.js'
import { historyPlugin } from './history.js'
import { readExampleName, readLink } from './link.js'
import { Panes } from './panes.js'
import { queryBuilderPlugin } from './query-builder.js'
import { RunFigures } from './run-figures.js'
import { readSchema } from './schema.js'
import { opened, user } from './session.js'
import { Start } from './start.js'
import { TabRoles } from './tab-roles.js'

const link = readLink(location.search)
const linked = link && { initialQuery: link.query, initialVariables: link.variables }
const tabs = [
  ...(link ? [{ query: link.query, variables: link.variables }] : []),
  { query: FIRST_QUERY },
]

const plugins = [examplesPlugin, historyPlugin, queryBuilderPlugin]

export function Playground() {
  return (
    <GraphiQL
      fetcher={fetcher}
      schema={useSchema()}
      plugins={plugins}
      defaultTabs={tabs}
      defaultEditorToolsVisibility={link?.variables ? 'variables' : false}
      shouldPersistHeaders={false}
      {...linked}
    >
      <GraphiQL.Logo>
        <Account />
      </GraphiQL.Logo>
      <GraphiQL.Toolbar>
        {({ prettify, merge, copy }) => (
          <>
            {prettify}
            {merge}
            {copy}
            <CopyMenu />
          </>
        )}
      </GraphiQL.Toolbar>
      <GraphiQL.Footer>
        <RunFigures />
      </GraphiQL.Footer>
      <Panes />
      <TabRoles />
      <Start link={link} exampleName={readExampleName(location.search)} />
    </GraphiQL>
  )
}

/** Null until the schema is read. It is read again when another user signs in, because not all may read it. */
function useSchema(): GraphQLSchema | null {
  const name = user.use()?.name
  const [schema, setSchema] = useState<GraphQLSchema | null>(null)
  useEffect(() => {
    let isCurrent = true
    const reading = opened.then(() => (name === user.get()?.name ? readSchema() : undefined))
    void reading.then((read) => {
      if (isCurrent && read) setSchema(read)
    })
    return () => {
      isCurrent = false
    }
  }, [name])
  return schema
}
