import { useEffect, useState } from 'react'
import { errorsOfRequest, type FieldError, type FormErrors } from '../../parts/form-errors.js'
import type { Draft } from './editor/draft.js'
import { placeErrors } from './editor/place-errors.js'

/** A draft, and what the service has rejected of it. Closing the tab asks first if the draft has changed. */
export function useDraft(begin: () => Draft) {
  const [first] = useState(begin)
  const [draft, setDraft] = useState(first)
  const [errors, setErrors] = useState<FormErrors>(new Map())
  const isChanged = draft !== first
  useEffect(() => {
    if (!isChanged) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('beforeunload', ask)
    }
  }, [isChanged])

  const reject = (found: readonly FieldError[]) => {
    setErrors(placeErrors(found, draft))
  }
  /** Shows why a request has failed. */
  const fail = (error: unknown) => {
    reject(errorsOfRequest(error))
  }
  return { draft, setDraft, errors, reject, fail }
}
