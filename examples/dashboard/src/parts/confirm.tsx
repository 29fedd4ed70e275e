import { type ReactNode, type SyntheticEvent, useRef } from 'react'

interface Props {
  /** The label of the button that opens the dialog, and of the button that confirms. */
  readonly label: string
  readonly question: string
  readonly isPrimary?: boolean
  readonly isBusy?: boolean
  readonly onConfirm: (values: FormData) => unknown
  /** Inputs of the dialog. */
  readonly children?: ReactNode
}

/** A button that asks before it acts, because there is no way back, or because the mutation needs more values. */
export function Confirm({ label, question, isPrimary, isBusy, onConfirm, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button
        type="button"
        className={isPrimary ? 'primary' : undefined}
        disabled={isBusy}
        onClick={() => dialog.current?.showModal()}
      >
        {label}
      </button>
      <dialog ref={dialog} aria-label={label}>
        <form
          method="dialog"
          onSubmit={(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
            event.preventDefault()
            dialog.current?.close()
            void onConfirm(new FormData(event.currentTarget))
          }}
        >
          <p>{question}</p>
          {children}
          <div className="actions">
            <button className="primary">{label}</button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Back
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
