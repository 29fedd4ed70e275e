import { CombinedGraphQLErrors } from '@apollo/client'
import { API_URL } from '../session.js'

/** An error that prevents a page from being shown. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  return (
    <div className="problem" role="alert">
      <p>{describeError(error)}</p>
      {onRetry && (
        <button type="button" onClick={() => void onRetry()}>
          Try again
        </button>
      )}
    </div>
  )
}

export function describeError(error: unknown): string {
  if (CombinedGraphQLErrors.is(error)) return error.errors.map(({ message }) => message).join(' ')
  // What `fetch` throws if there is no response.
  if (error instanceof TypeError) return `The service at ${API_URL} cannot be reached.`
  return error instanceof Error ? error.message : String(error)
}

/** The outline of a page whose records are on their way. */
export const Loading = () => (
  <div className="skeleton" role="status">
    <span className="hidden">Loading…</span>
  </div>
)

export const Missing = ({ noun }: { noun: string }) => (
  <p className="problem" role="alert">
    This {noun} does not exist, or it has been removed.
  </p>
)
