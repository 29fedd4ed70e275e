import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

interface Props {
  readonly label: string
  readonly isWide?: boolean
  readonly onClose: () => void
  readonly onKey?: (key: string) => void
  readonly children: ReactNode
}

/** A dialog that is open as long as it is rendered. Escape closes it; then the focus returns to where it was. */
export function Modal({ label, isWide = false, onClose, onKey, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Not `useEffect`: a dialog that is removed before it is closed does not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  // In the body: a form around the component does not get what is entered in the dialog.
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={label}
      className={isWide ? 'wide-dialog' : undefined}
      onCancel={onClose}
      onKeyDown={({ key, target }) => {
        if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement))
          onKey?.(key)
      }}
    >
      {children}
    </dialog>,
    document.body,
  )
}
