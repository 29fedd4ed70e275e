/** A secret that the path of a link contains: the log and the traces show only what kind it is. */
const SECRET = /(fis_[a-z]+_)[\w-]+|(?<=^\/unsubscribe\/.*\/)[\w-]{43}$/g

/** Whether a path may contain one. Most do not, and this takes a tenth of the time of the replacement. */
const MAY_BE_SECRET = /fis_|^\/unsubscribe\//

/** The path of a request's target, without its query and without secrets. */
export function shownPath(target: string): string {
  const [path = ''] = target.split('?', 1)
  if (!MAY_BE_SECRET.test(path)) return path
  return path.replaceAll(SECRET, (_, kind: string | undefined) => `${kind ?? ''}…`)
}
