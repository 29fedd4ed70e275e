import { useGraphiQL } from '@graphiql/react'
import { useEffect } from 'react'

/**
 * GraphiQL marks each item of its tabs as a tab, although the item contains two buttons. A screen reader would not reach the
 * button that closes the tab. So the items become a list of buttons, the current one marked.
 */
export function TabRoles() {
  const { tabs, activeTabIndex } = useGraphiQL(({ tabs, activeTabIndex }) => ({
    tabs,
    activeTabIndex,
  }))
  useEffect(() => {
    document.querySelector('.graphiql-tabs')?.setAttribute('role', 'list')
    document.querySelectorAll('.graphiql-tab').forEach((item, index) => {
      item.setAttribute('role', 'listitem')
      item.removeAttribute('aria-selected')
      const button = item.querySelector('button')
      button?.setAttribute('aria-current', String(index === activeTabIndex))
      button?.removeAttribute('role')
      button?.removeAttribute('aria-selected')
    })
    document.querySelector('#graphiql-session')?.setAttribute('role', 'region')
  }, [tabs, activeTabIndex])
  return null
}
