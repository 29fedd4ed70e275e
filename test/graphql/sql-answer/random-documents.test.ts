import { GraphQLError } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Domain } from '../../../src/domain/domain.js'
import { schema } from '../../support/graphql.js'
import { openPlainCopy } from '../../support/plain-copy.js'
import { isSharded } from '../../support/shards.js'
import { type Comparison, openComparison } from './compare-executors.js'
import { uuidsOf } from '../full-company.js'
import { randomDocument } from './random-document.js'

/** The number of documents, and the seed of the first one. Seeds are consecutive. */
const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 250)
const FIRST = Number(process.env['SEED'] ?? 1)

const DOCUMENTS_PER_TEST = 50
const MS_PER_DOCUMENT = 12_000

/**
 * With `FORMS=one`, each document runs once, with one set of variables; on a distributed database also in a plain one. Otherwise each
 * document has two sets of variables, and with a plan the SQL executor runs five times for each.
 */
const isShort = process.env['FORMS'] === 'one'
const ANSWERS_PER_DOCUMENT = isShort ? 1 : 10

const END = FIRST + DOCUMENTS
const ranges = Array.from({ length: Math.ceil(DOCUMENTS / DOCUMENTS_PER_TEST) }, (_, index) => {
  const first = FIRST + index * DOCUMENTS_PER_TEST
  return [first, Math.min(first + DOCUMENTS_PER_TEST, END) - 1] as const
})

describe('the resolvers and SQL return the same data for random documents', () => {
  const compared = { documents: 0, bySql: 0 }
  let comparison: Comparison
  let plain: Domain | undefined
  beforeAll(async () => {
    comparison = await openComparison()
    const { admin, companyId } = comparison.company
    if (isShort && isSharded) plain = { ...admin, db: await openPlainCopy(companyId) }
  })
  afterAll(() => {
    if (process.env['DOCUMENTS']) console.info('Compared', compared)
  })

  it.each(ranges)(
    'with seeds %i to %i',
    { timeout: DOCUMENTS_PER_TEST * MS_PER_DOCUMENT },
    async (first, last) => {
      const { company, compare, compareOnce } = comparison
      const ids = Object.values(uuidsOf(company))
      let bySql = 0
      for (let seed = first; seed <= last; seed += 1) {
        const { query, vectors } = randomDocument(schema, seed, ids)
        const result = await unlessTooComplex(() =>
          isShort ? compareOnce(query, vectors[0] ?? {}, plain) : compare(query, vectors),
        )
        if (result) compared.documents += 1
        bySql += result?.bySql ?? 0
      }
      const documents = last - first + 1
      compared.bySql += bySql
      // If less than half of the documents had a plan, the test would compare too little.
      if (documents === DOCUMENTS_PER_TEST) {
        expect(bySql).toBeGreaterThan((documents * ANSWERS_PER_DOCUMENT) / 2)
      }
    },
  )
})

/** Undefined if the document exceeds the complexity limit, and is not executed. */
async function unlessTooComplex<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    const isRefused =
      error instanceof GraphQLError && error.extensions['code'] === 'QUERY_TOO_COMPLEX'
    if (isRefused) return undefined
    throw error
  }
}
