import { type ComponentType, useEffect, useRef } from 'react'

/** The content of a plugin; `adjust` changes its controls after each rendering, because the plugin gives them no names or wrong ones. */
export const adjusted = (Content: ComponentType, adjust: (root: HTMLElement) => void) =>
  function Adjusted() {
    const root = useRef<HTMLDivElement>(null)
    useEffect(() => {
      const node = root.current
      if (!node) return
      adjust(node)
      const observer = new MutationObserver(() => {
        adjust(node)
      })
      observer.observe(node, { childList: true, subtree: true })
      return () => {
        observer.disconnect()
      }
    }, [])
    return (
      <div ref={root}>
        <Content />
      </div>
    )
  }
