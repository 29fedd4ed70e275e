import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Queue } from './queue.js'
import type { QueueState } from './queue-state.js'

export const QueueContext = createContext<Queue | undefined>(undefined)

/** The queue of the signed-in user. */
export function useQueue(): Queue {
  const queue = useContext(QueueContext)
  if (!queue) throw new Error('This component is outside of the pages of a signed-in user.')
  return queue
}

export function useQueueState(): QueueState {
  const queue = useQueue()
  return useSyncExternalStore(queue.subscribe, queue.getState)
}
