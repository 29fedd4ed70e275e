import { useRef } from 'react'
import { useToast } from './toasts.js'

/** A text that the user needs elsewhere, with a button that copies it. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const input = useRef<HTMLInputElement>(null)
  const show = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      show({ text: 'Copied.' })
    } catch {
      // Without HTTPS, the browser has no clipboard for pages of other machines.
      input.current?.select()
      show({ text: 'Press Ctrl-C to copy the marked text.' })
    }
  }
  return (
    <div className="copy">
      <input ref={input} readOnly value={text} aria-label={label} />
      <button type="button" className="primary" onClick={() => void copy()}>
        Copy
      </button>
    </div>
  )
}
