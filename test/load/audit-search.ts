import { parseArgs } from 'node:util'
import { openLongLog, type Search } from '../audit/long-log.js'

/** The number of times that each search is sent. */
const TIMES = 9

/**
 * Searches an audit log of `--entries`, by default 5 million (about 2 GB). Returns the median and the longest time of each search
 * in milliseconds: of the first page, and of `totalCount`, which reads every entry that it counts.
 */
export async function run(databaseUrl: string, args: readonly string[]) {
  const options = { entries: { type: 'string', default: '5000000' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const entries = Number(values.entries)
  const { searches, ask, close } = await openLongLog(databaseUrl, entries)
  const timesOf = async (search: Search, fields: string) => {
    const times: number[] = []
    for (let time = 0; time < TIMES; time += 1) {
      const began = performance.now()
      await ask(search, fields)
      times.push(performance.now() - began)
    }
    const sorted = times.toSorted((one, other) => one - other).map((ms) => Math.round(ms * 10) / 10)
    return { median: sorted[Math.floor(TIMES / 2)], longest: sorted.at(-1) }
  }
  try {
    const figures: Record<string, object> = {}
    for (const [name, search] of Object.entries(searches)) {
      const page = await timesOf(search, 'nodes { at requestId }')
      figures[name] = { found: search[1], page, totalCount: await timesOf(search, 'totalCount') }
    }
    return { entries, figures }
  } finally {
    await close()
  }
}
