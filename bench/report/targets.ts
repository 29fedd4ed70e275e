import type { Figures } from './figures.js'
import { SERVER_TITLES } from './titles.js'

/** The least ratio of the service's rate to another server's. */
interface Target {
  postgraphile?: number
  limit?: number
}

/** The least ratio of the service's rate for a query to its rate for the same query with variables. */
const LITERALS = 0.8
const WITH_VARIABLES: Record<string, string> = { Q13a: 'Q2', Q13b: 'Q11' }

interface Targets {
  /** At one connection. If absent, there is no target. */
  one?: Target
  /** At 10 and 50 connections. */
  many: Target
}

const TWICE: Targets = { one: { postgraphile: 1.2 }, many: { postgraphile: 2 } }

/** For requests of different clients. */
const TARGETS: Record<string, Targets> = {
  Q1: { many: { postgraphile: 2.5, limit: 0.5 } },
  Q2: { many: { postgraphile: 2.5, limit: 0.5 } },
  Q3: { many: { postgraphile: 1.8 } },
  Q4: { many: { postgraphile: 1.5 } },
  Q5: { many: { postgraphile: 2.5, limit: 0.5 } },
  Q6: { many: { postgraphile: 1.5 } },
  Q7: { one: { postgraphile: 1.2, limit: 0.8 }, many: { postgraphile: 2, limit: 0.8 } },
  Q8: TWICE,
  Q9: TWICE,
  Q10: TWICE,
  Q11: TWICE,
  Q13a: { one: {}, many: { postgraphile: 3 } },
  Q13b: { one: {}, many: { postgraphile: 3 } },
  M3: TWICE,
  M4: { many: { limit: 0.6 } },
  A: { many: { limit: 0.6 } },
  B: { many: { limit: 0.6 } },
}

/** The least share of the limit for each creation. */
export const CREATION_TARGETS: Record<string, number> = {
  M1: 0.9,
  M2: 0.9,
  M5: 0.6,
  M6: 0.6,
  M7: 0.6,
}

/** The target of a query and whether it is reached, as two columns. */
export function targetColumns(figures: Figures, name: string, connections: number): string[] {
  const targets = TARGETS[name]
  const target = connections === 1 ? targets?.one : targets?.many
  if (!target) return ['', '']
  const parts = (['postgraphile', 'limit'] as const).flatMap((server) => {
    const least = target[server]
    if (least === undefined) return []
    const ratio = figures.ratio(name, 'service', server, connections)
    return [{ text: `${least} × ${SERVER_TITLES[server]}`, least, ratio }]
  })
  const same = WITH_VARIABLES[name]
  if (same !== undefined) {
    const rates = [name, same].map((each) => figures.median(each, 'service', connections))
    const ratio = (rates[0] ?? NaN) / (rates[1] ?? NaN)
    parts.push({ text: `${LITERALS} × ${same}`, least: LITERALS, ratio })
  }
  const missed = parts.filter(({ least, ratio }) => ratio < least)
  const isMeasured = parts.every(({ ratio }) => Number.isFinite(ratio))
  return [
    parts.map(({ text }) => text).join(', '),
    missed.length === 0
      ? isMeasured
        ? 'yes'
        : '–'
      : `no: ${missed.map(({ text }) => text).join(', ')}`,
  ]
}
