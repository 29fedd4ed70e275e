import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'

export interface Toast {
  readonly text: string
  readonly isError?: boolean
  /** Reverts what the text says. A button calls it. */
  readonly undo?: (() => unknown) | undefined
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined)

/** Returns the function that shows a toast: a text at the edge of the window about what has happened. */
export const useToast = () => useContext(ToastContext)

/** The newest toast stays until the user closes it, because some readers need more time than others. */
export function Toasts({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>()
  const show = useCallback((next: Toast) => {
    setToast(next)
  }, [])
  const close = () => {
    setToast(undefined)
  }
  const undo = toast?.undo
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role={toast?.isError ? 'alert' : 'status'}>
        {toast && (
          <div className={toast.isError ? 'toast problem' : 'toast'}>
            <span>{toast.text}</span>
            {undo && (
              <button
                type="button"
                onClick={() => {
                  close()
                  void undo()
                }}
              >
                Undo
              </button>
            )}
            <button type="button" aria-label="Close the message" onClick={close}>
              ×
            </button>
          </div>
        )}
      </div>
    </ToastContext>
  )
}
