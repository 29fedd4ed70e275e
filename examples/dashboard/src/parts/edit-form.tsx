import type { ReactNode, SyntheticEvent } from 'react'
import { type FormErrors, WHOLE_FORM } from './form-errors.js'

interface Props {
  readonly errors: FormErrors
  readonly onSubmit: (form: HTMLFormElement) => Promise<void>
  readonly children: ReactNode
}

/** A form, with the errors about no single field at its top. */
export const EditForm = ({ errors, onSubmit, children }: Props) => (
  <form
    className="panel form"
    onSubmit={(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
      event.preventDefault()
      void onSubmit(event.currentTarget)
    }}
  >
    {errors.size > 0 && (
      <p className="error" role="alert">
        {errors.get(WHOLE_FORM) ?? 'Please correct the marked fields.'}
      </p>
    )}
    {children}
  </form>
)
