import { makeVar } from '@apollo/client'
import { useReactiveVar } from '@apollo/client/react'
import { useAction } from './use-action.js'

/** What "Undo" has restored: the id of a record, or the name of settings, each as often as it was restored. */
const restored = makeVar<readonly string[]>([])

/** What "Undo" needs after a record was edited. */
export function useRestore(idOrName: string) {
  const { run } = useAction()
  const times = useReactiveVar(restored).filter((each) => each === idOrName).length
  return {
    /** A form with this `key` shows the record again after it was restored, also if the edit was made in an earlier visit of the page. */
    formKey: times,
    /** Sends the values from before the edit. */
    restore: async (send: () => Promise<{ readonly data?: object | undefined }>) => {
      const isDone = await run({ send, done: 'It is as it was before.' })
      if (isDone) restored([...restored(), idOrName])
    },
  }
}
