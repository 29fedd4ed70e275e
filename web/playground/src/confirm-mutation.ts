import { options } from './options.js'

const KEY = 'playground:mutations'

const QUESTION =
  'This service has no demo data: the mutation changes data that others use. Send it, and do not ask again in this tab?'

/** Whether a mutation may be sent: on the demo always; on another service the user is asked once, and then not again. */
export function mayMutate(): boolean {
  if (options.isDemo || sessionStorage.getItem(KEY) !== null) return true
  if (!confirm(QUESTION)) return false
  sessionStorage.setItem(KEY, 'confirmed')
  return true
}
