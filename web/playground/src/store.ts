import { useSyncExternalStore } from 'react'

/** A value that components outside of each other share, such as the signed-in user. */
export interface Store<Value> {
  get(): Value
  set(value: Value): void
  /** The value, in a component, which is rendered again when the value changes. */
  use(): Value
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = () => value
  return {
    get,
    set(next) {
      value = next
      for (const notify of listeners) notify()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
