import { type Entry, isRefused } from './entry.js'
import { useQueue } from './use-queue.js'

/** What the user can do with an entry: try it again, or give it up. */
export function DiscardButtons({ entry }: { entry: Entry }) {
  const queue = useQueue()
  return (
    <span className="actions">
      {isRefused(entry) && (
        <button type="button" onClick={() => void queue.retry(entry)}>
          Try again
        </button>
      )}
      <button type="button" onClick={() => void queue.discard(entry)}>
        Discard<span className="hidden"> {entry.title}</span>
      </button>
    </span>
  )
}
