import { z } from 'zod'
import { methodsOf, type OperationTable } from '../../src/http/operation.js'

type Path = readonly string[]

/** A REST operation that does the same as a mutation. */
export interface RestMutation {
  readonly mutation: string
  /** The body's field for a field of the mutation's input: `POST /api/asset: zone_id`; undefined if it has none. */
  readonly bodyFieldFor: (input: Path) => string | undefined
  /** The response's field for a field of the mutation's payload. */
  readonly answerFieldFor: (payloadField: string) => string | undefined
}

/** The operations of a set that do the same as a mutation: they have the same row in the access control table. */
export const restMutationsOf = (operations: OperationTable<never>): RestMutation[] =>
  operations.flatMap(([, method, url, mutation, , { body, answer, errorPath }]): RestMutation[] => {
    if (!body) return []
    const operation = `${methodsOf(method)[0] ?? ''} ${url}`
    return [
      {
        mutation,
        bodyFieldFor: (input) => {
          const path = (errorPath?.(input, { body: {} }) ?? input).map(String)
          const known = hasPath(body, path) ? path.join('.') : sameName(body, input.join('.'))
          return known && `${operation}: ${known}`
        },
        answerFieldFor: (payloadField) => {
          const known = sameName(answer, payloadField)
          return known && `${operation}: ${known}`
        },
      },
    ]
  })

function hasPath(schema: unknown, [first, ...rest]: Path): boolean {
  if (first === undefined) return true
  const property = shapeOf(schema)[first]
  return property !== undefined && hasPath(property, rest)
}

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return shapeOf(schema.unwrap())
  }
  return schema instanceof z.ZodObject ? schema.shape : {}
}

/** The field of an object whose name, converted from snake case to camel case, is `name`. */
const sameName = (schema: unknown, name: string): string | undefined =>
  Object.keys(shapeOf(schema)).find(
    (each) => each.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) === name,
  )
