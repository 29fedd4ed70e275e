import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import { type FormErrors, WHOLE_FORM } from './form-errors.js'

interface Props {
  readonly errors: FormErrors
  readonly onSubmit: (form: HTMLFormElement) => Promise<void>
  /** What the user does about the errors. */
  readonly advice?: string
  readonly children: ReactNode
}

/** A form, with the errors about no single field at its top. After an error, the first field with one has the focus. */
export function EditForm({ errors, onSubmit, advice, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], .conflict button')?.focus()
  }, [errors])
  return (
    <form
      ref={form}
      className="panel form"
      onSubmit={(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
        event.preventDefault()
        void onSubmit(event.currentTarget)
      }}
    >
      {errors.size > 0 && (
        <p className="error" role="alert">
          {errors.get(WHOLE_FORM) ?? 'Please correct the marked fields.'} {advice}
        </p>
      )}
      {children}
    </form>
  )
}
