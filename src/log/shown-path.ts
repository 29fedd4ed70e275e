/** Secrets that the path of a link contains: the log and the traces show only what kind they are. */
const OWN_SECRETS = /(fis_[a-z]+_)[\w-]+/g
const UNSUBSCRIBE_LINK = /^(\/unsubscribe\/(?:[^/]*\/){3})[\w-]{43}$/

/** Whether a path may contain one. Most do not, and this takes a tenth of the time of the replacement. */
const MAY_BE_SECRET = /fis_|^\/unsubscribe\//

/** No path of the service is longer. */
const MAX_LENGTH = 1000

/** The path of a request's target, without its query and without secrets. */
export function shownPath(target: string): string {
  const [path = ''] = target.split('?', 1)
  const shown = MAY_BE_SECRET.test(path)
    ? path.replaceAll(OWN_SECRETS, '$1…').replace(UNSUBSCRIBE_LINK, '$1…')
    : path
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown
}
