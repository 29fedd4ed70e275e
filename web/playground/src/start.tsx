import { useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import { useEffect, useRef } from 'react'
import { examples } from './examples.js'
import { FIRST_QUERY } from './first-query.js'
import type { Link } from './link.js'
import { useOpenExample } from './open-example.js'
import { user } from './session.js'

interface Props {
  readonly link: Link | undefined
  /** The folder and the name of an example, such as `set-b/list-sites`. */
  readonly exampleName: string | undefined
}

/**
 * What happens once the editors exist. The first query runs by itself, if a user is signed in. The operation of a link
 * never runs by itself: a link could have a mutation. The cursor is set into the operation that the link names, because
 * Ctrl-Enter runs the operation with the cursor.
 */
export function Start({ link, exampleName }: Props) {
  const { queryEditor, responseEditor } = useGraphiQL(({ queryEditor, responseEditor }) => ({
    queryEditor,
    responseEditor,
  }))
  const actions = useGraphiQLActions()
  const signedIn = user.use()
  const isReady = queryEditor !== undefined && responseEditor !== undefined
  const hasRun = useRef(false)

  useEffect(() => {
    const isFirst = !link && exampleName === undefined && queryEditor?.getValue() === FIRST_QUERY
    if (!isReady || !signedIn || !isFirst || hasRun.current) return
    hasRun.current = true
    actions.run()
  }, [isReady, signedIn, link, exampleName, queryEditor, actions])

  const openExample = useOpenExample()
  const hasOpened = useRef(false)
  useEffect(() => {
    if (!isReady || !signedIn || exampleName === undefined || hasOpened.current) return
    hasOpened.current = true
    void examples.then(async (all) => {
      const example = all.find(({ group, name }) => `${group}/${name}` === exampleName)
      if (!example) return
      await openExample(example)
      // A reload shows the tab again, which the browser keeps.
      history.replaceState(null, '', location.pathname)
    })
  }, [isReady, signedIn, exampleName, openExample])

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
