import { type DocumentNode, getOperationAST, parse } from 'graphql'
import { expect } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import type { Domain } from '../../../src/domain/domain.js'
import { createDocumentShapes } from '../../../src/graphql/server/document-shapes.js'
import { normaliseDocument } from '../../../src/graphql/server/normalised-document.js'
import { createPreparer } from '../../../src/graphql/operation/preparer.js'
import { createSqlAnswers } from '../../../src/graphql/sql-answer/answer.js'
import { KeptAnswers } from '../../../src/graphql/sql-answer/kept-answers.js'
import { compilePlan } from '../../../src/graphql/sql-answer/plan.js'
import { sendInParts } from '../../../src/graphql/sql-answer/send.js'
import { testDatabase } from '../../support/database.js'
import { runResolvers, schema, tokenOf } from '../../support/graphql.js'
import { serverRequest } from '../../support/server-request.js'
import { newFullCompany } from '../full-company.js'

type Variables = Record<string, unknown>

export type Comparison = Awaited<ReturnType<typeof openComparison>>

/** Compares the resolvers' responses with the SQL executor's, for the admin of a full company. */
export async function openComparison() {
  const db = testDatabase()
  const documents = new Map<string, DocumentNode>()
  const preparer = createPreparer(schema, readConfig({}))
  const company = await newFullCompany()
  const token = await tokenOf(company.admin)
  // All answers are kept, also cheap ones: the third of equal requests gets the text of the second.
  const kept = new KeptAnswers({ maxBytes: 10_000_000, minCost: 0 })
  const find = (text: string) => documents.get(text)
  const answerWithSql = createSqlAnswers(schema, db, find, preparer, { kept })

  const answerWithoutKept = createSqlAnswers(schema, db, find, preparer)

  /** How many answers were kept ones, and how many were read although they may be kept. */
  const lookups = { hits: 0, misses: 0 }

  /** The response of the SQL executor; undefined if the query has no plan. */
  const sqlAnswer = async (
    query: string,
    variables: Variables,
    operationName?: string,
    document?: DocumentNode,
    answer = answerWithSql,
  ) => {
    documents.set(query, documents.get(query) ?? parse(query))
    const client = {
      request: serverRequest(db, { token }),
      report: (error: unknown) => {
        throw error
      },
      reportCost: () => undefined,
    }
    const answered = await answer({ query, document, variables, operationName }, client)
    const { answerHit } = client.request.record
    if (answerHit !== undefined) lookups[answerHit ? 'hits' : 'misses'] += 1
    return answered?.text
  }

  /** The response for the query's shape, whose literals are variables; undefined if the query has no plan or shape. */
  const shapedAnswer = async (query: string, variables: Variables, operationName?: string) => {
    const shapes = createDocumentShapes(schema)
    const normalised = normaliseDocument(query)
    if (normalised) shapes.add(normalised)
    const shaped = normalised && shapes.find(normalised)
    if (!shaped) return undefined
    return sqlAnswer(query, { ...variables, ...shaped.literals }, operationName, shaped.document)
  }

  /** The data from the SQL executor with one statement for each root field; undefined without a plan. */
  const dataInParts = async (query: string, variables: Variables, operationName?: string) => {
    const document = parse(query)
    const definition = getOperationAST(document, operationName)
    if (!definition) throw new Error(`expected an operation, got ${query}`)
    const { request } = preparer.prepare(preparer.operationOf(document, definition), variables)
    const plan = request && compilePlan(schema, request.selection)
    if (!plan) return undefined
    const { access } = serverRequest(db, { token })
    const [credentials, session] = [access.given, await access.requireSession()]
    if (!credentials) throw new Error('expected credentials')
    return sendInParts(db, { plan, request, credentials, session })
  }

  /**
   * Executes a query for each set of variables with the resolvers and, if there is a plan, with SQL: three times by one
   * statement (new, prepared, cached), once by its shape, and once with a statement per root field. All must be equal, including the order
   * of fields.
   */
  const compare = async (query: string, vectors: Variables[] = [{}], operationName?: string) => {
    const answers: unknown[] = []
    let bySql = 0
    for (const variables of vectors) {
      const { data, errors } = await runResolvers(company.admin, query, variables, operationName)
      expect(errors, query).toBeUndefined()
      answers.push(JSON.parse(JSON.stringify(data)))
      for (const time of ['first', 'second', 'third']) {
        const text = await sqlAnswer(query, variables, operationName)
        if (text === undefined) continue
        bySql += 1
        const place = `the ${time} time, ${JSON.stringify(variables)} of ${query}`
        expect(text, place).toBe(`{"data":${JSON.stringify(data)}}\n`)
      }
      const shaped = await shapedAnswer(query, variables, operationName)
      if (shaped !== undefined) {
        bySql += 1
        const place = `by its shape, ${JSON.stringify(variables)} of ${query}`
        expect(shaped, place).toBe(`{"data":${JSON.stringify(data)}}\n`)
      }
      const inParts = await dataInParts(query, variables, operationName)
      if (inParts === undefined) continue
      bySql += 1
      expect(inParts, `in parts, ${JSON.stringify(variables)} of ${query}`).toBe(
        JSON.stringify(data),
      )
    }
    documents.delete(query)
    return { answers, bySql }
  }

  /**
   * Executes a query once with the resolvers, and once with SQL if there is a plan. With `others`, also with the resolvers for the same
   * company in another database. All must be equal.
   */
  const compareOnce = async (query: string, variables: Variables, others?: Domain) => {
    const { data, errors } = await runResolvers(company.admin, query, variables)
    expect(errors, query).toBeUndefined()
    const expected = JSON.stringify(data)
    const place = `${JSON.stringify(variables)} of ${query}`
    const text = await sqlAnswer(query, variables)
    documents.delete(query)
    if (text !== undefined) expect(text, place).toBe(`{"data":${expected}}\n`)
    if (others) {
      const other = await runResolvers(others, query, variables)
      expect(JSON.stringify(other.data), `in the other database, ${place}`).toBe(expected)
    }
    return { bySql: text === undefined ? 0 : 1 }
  }

  /** The response of the SQL executor, from a kept answer if possible, and without kept answers. */
  const keptAnswer = (query: string, variables: Variables) => sqlAnswer(query, variables)
  const unkeptAnswer = (query: string, variables: Variables) =>
    sqlAnswer(query, variables, undefined, undefined, answerWithoutKept)

  /** Forgets a query with its plans, so that a comparison of many queries does not need more and more memory. */
  const forget = (query: string) => documents.delete(query)

  /** Compares, and returns the data for each set of variables. */
  const succeed = async (query: string, vectors?: Variables[], operationName?: string) => {
    const { answers } = await compare(query, vectors, operationName)
    return answers as any[] // oxlint-disable-line typescript/no-explicit-any -- each test knows its query
  }
  return { company, compare, compareOnce, keptAnswer, unkeptAnswer, forget, succeed, lookups }
}

/** Every combination of some boolean variables. */
export const vectorsOf = (...names: string[]): Variables[] =>
  names.reduce<Variables[]>(
    (vectors, name) =>
      vectors.flatMap((each) => [
        { ...each, [name]: true },
        { ...each, [name]: false },
      ]),
    [{}],
  )
