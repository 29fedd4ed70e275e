/** A secret that the path of a link contains: the log and the traces show only what kind it is. */
const SECRET = /(fis_[a-z]+_)[\w-]+|(?<=^\/unsubscribe\/.*\/)[\w-]{43}$/g

/** The path of a request's target, without its query and without secrets. */
export const shownPath = (target: string): string =>
  (target.split('?', 1)[0] ?? '').replaceAll(
    SECRET,
    (_, kind: string | undefined) => `${kind ?? ''}…`,
  )
