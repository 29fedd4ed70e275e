import { useState } from 'react'
import { errorsOfRequest, type FieldError, type FormErrors, formErrors } from './form-errors.js'

/** The state of a form with these inputs, whose values are read when it is sent. */
export function useForm(inputs: readonly string[]) {
  const [errors, setErrors] = useState<FormErrors>(new Map())
  const [isBusy, setBusy] = useState(false)

  /** Shows the errors with which `send` resolves, or why it rejects. */
  const submit = async <Input extends object>(
    input: Input,
    send: (input: Input) => Promise<readonly FieldError[]>,
  ) => {
    setBusy(true)
    const found = await send(input).catch(errorsOfRequest)
    setErrors(
      formErrors(
        found.map((error) => explain(error, input)),
        inputs,
      ),
    )
    setBusy(false)
  }
  /** The properties of a `Field`. */
  const field = (name: string, value = '') => ({ name, value, error: errors.get(name) })
  return { errors, isBusy, submit, field }
}

/** If no record is chosen, the service has looked for a record with an empty id. */
const explain = (error: FieldError, input: object): FieldError =>
  (input as Readonly<Record<string, unknown>>)[error.field?.join('.') ?? ''] === ''
    ? { ...error, message: 'A value is required.' }
    : error
