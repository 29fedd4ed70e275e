import { useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import { useEffect, useRef } from 'react'
import { FIRST_QUERY } from './first-query.js'
import type { Link } from './link.js'
import { user } from './session.js'

/**
 * What happens once the editors exist. The first query runs by itself, if a user is signed in. The operation of a link
 * never runs by itself: a link could have a mutation. The cursor is set into the operation that the link names, because
 * Ctrl-Enter runs the operation with the cursor.
 */
export function Start({ link }: { readonly link: Link | undefined }) {
  const { queryEditor, responseEditor } = useGraphiQL(({ queryEditor, responseEditor }) => ({
    queryEditor,
    responseEditor,
  }))
  const actions = useGraphiQLActions()
  const signedIn = user.use()
  const isReady = queryEditor !== undefined && responseEditor !== undefined
  const hasRun = useRef(false)

  useEffect(() => {
    const isFirst = !link && queryEditor?.getValue() === FIRST_QUERY
    if (!isReady || !signedIn || !isFirst || hasRun.current) return
    hasRun.current = true
    actions.run()
  }, [isReady, signedIn, link, queryEditor, actions])

  useEffect(() => {
    const name = link?.operationName ?? ''
    if (!queryEditor || !/^\w+$/.test(name)) return
    const pattern = `^[^#\\n]*\\b(query|mutation|subscription)\\s+${name}\\b`
    const [found] =
      queryEditor.getModel()?.findMatches(pattern, false, true, true, null, false, 1) ?? []
    if (!found) return
    queryEditor.setPosition(found.range.getEndPosition())
    queryEditor.focus()
    actions.setOperationName(name)
  }, [queryEditor, link, actions])

  return null
}
