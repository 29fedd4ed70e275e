import { useState } from 'react'
import { type FieldError, type FormErrors, formErrors } from './form-errors.js'
import { describeError } from './problem.js'

/** The state of a form with these inputs, whose values are read when it is sent. */
export function useForm(inputs: readonly string[]) {
  const [errors, setErrors] = useState<FormErrors>(new Map())
  const [isBusy, setBusy] = useState(false)

  /** Shows the errors with which `send` resolves, or why it rejects. An error within a list belongs to the input of the list. */
  const submit = async (send: () => Promise<readonly FieldError[]>) => {
    setBusy(true)
    try {
      const found = await send()
      const byInput = found.map((error) => ({ ...error, field: error.field?.slice(0, 1) ?? null }))
      setErrors(formErrors(byInput, inputs))
    } catch (error) {
      setErrors(formErrors([{ field: null, message: describeError(error) }], inputs))
    } finally {
      setBusy(false)
    }
  }
  /** The properties of a `Field`. */
  const field = (name: string, value: string) => ({ name, value, error: errors.get(name) })
  return { errors, isBusy, submit, field }
}
