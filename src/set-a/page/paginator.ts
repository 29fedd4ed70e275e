/*
 * The page envelope is that of Laravel's LengthAwarePaginator, with the same keys and special cases. A page beyond the
 * end is empty. A page number that is not a positive integer is read as 1. If there are at most 13 pages, all have a
 * link; otherwise the first two, the last two, and three pages on each side of the current one.
 */

interface Link {
  readonly url: string | null
  readonly label: string
  readonly active: boolean
}

interface Paginated {
  readonly total: number
  /** The number of the page, from 1. */
  readonly page: number
  readonly perPage: number
  readonly path: string
  /** The URL-encoded query string of every link, without `page`: empty, or ending in `&`. */
  readonly kept: string
}

export function readPageNumber(given: unknown): number {
  const digits =
    typeof given === 'string' ? /^\s*\+?([1-9]\d{0,15})\s*$/.exec(given)?.[1] : undefined
  const page = Number(digits ?? 1)
  return Number.isSafeInteger(page) ? page : 1
}

export function envelope<Record>({ total, page, perPage, path, kept }: Paginated, data: Record[]) {
  const last = Math.max(Math.ceil(total / perPage), 1)
  const urlOf = (number: number) => `${path}?${kept}page=${number}`
  const next = page < last ? urlOf(page + 1) : null
  const previous = page > 1 ? urlOf(page - 1) : null
  const first = data.length > 0 ? (page - 1) * perPage + 1 : null
  const numbers = windowOf(page, last).map((number): Link =>
    number === null
      ? { url: null, label: '...', active: false }
      : { url: urlOf(number), label: String(number), active: number === page },
  )
  return {
    current_page: page,
    data,
    first_page_url: urlOf(1),
    from: first,
    last_page: last,
    last_page_url: urlOf(last),
    links: [
      { url: previous, label: '&laquo; Previous', active: false },
      ...numbers,
      { url: next, label: 'Next &raquo;', active: false },
    ],
    next_page_url: next,
    path,
    per_page: perPage,
    prev_page_url: previous,
    to: first === null ? null : first + data.length - 1,
    total,
  }
}

const EACH_SIDE = 3
const EDGE = EACH_SIDE + 4

/** The page numbers with a link; null is a gap. */
function windowOf(page: number, last: number): (number | null)[] {
  if (last < EACH_SIDE * 2 + 8) return range(1, last)
  const start = range(1, 2)
  const finish = range(last - 1, last)
  if (page <= EDGE) return [...range(1, EDGE + EACH_SIDE), null, ...finish]
  if (page > last - EDGE) return [...start, null, ...range(last - (EDGE + EACH_SIDE - 1), last)]
  return [...start, null, ...range(page - EACH_SIDE, page + EACH_SIDE), null, ...finish]
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
