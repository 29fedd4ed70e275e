import type { FastifyRequest } from 'fastify'
import type { ZodType, z } from 'zod'
import type { Domain } from '../domain/domain.js'
import type { Path } from './http-error.js'
import type { ErrorStatus } from './status.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A REST set, row for row as its specification lists it. `Access` is the set's own word for who may call. */
export type OperationTable<Access, Caller = Domain> = readonly (readonly [
  name: string,
  method: Method | readonly Method[],
  /** Parameters stand in braces: `/things/{id}`. */
  path: string,
  access: Access,
  operation: Operation<Caller>,
])[]

/** What an operation reads of a request; each part as its schema made it. */
export interface ValidatedRequest<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The path as it was asked for, without the query. */
  readonly path: string
  /** The query as it was asked for, without the question mark. */
  readonly search: string
  readonly headers: FastifyRequest['headers']
  /** The network address that the request comes from. */
  readonly address: string
}

interface Parts<Params, Query, Body> {
  /** One sentence for the documentation. */
  readonly summary: string
  /** The status of success; 200 unless told otherwise. */
  readonly status?: number
  /** What does not fit here is found nowhere: 404. */
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** What is answered. Documents the operation, and tests hold answers against it. */
  readonly answer: ZodType
  /** Media types of the body; JSON unless told otherwise. */
  readonly consumes?: readonly string[]
  /** Reads a body that is not one JSON text. */
  readonly readBody?: (request: FastifyRequest) => unknown
  /** What a path in the domain's input is called in this request. */
  readonly wirePath?: (path: Path, asked: { readonly body: z.output<Body> }) => Path
  /** Applied before the schema is. */
  readonly prepareQuery?: (query: unknown) => unknown
  readonly prepareBody?: (body: unknown) => unknown
  /** Whether it can answer that what its path names is not there, or no longer. */
  readonly finds?: boolean
  /** Bodies of faults that are not the set's usual one. */
  readonly errorBodies?: Partial<Record<ErrorStatus, ZodType>>
}

export interface Operation<Caller = Domain> extends Parts<ZodType, ZodType, ZodType> {
  readonly status: number
  readonly consumes: readonly string[]
  readonly run: (caller: Caller, asked: ValidatedRequest) => Promise<unknown>
}

/** One operation: what it reads of the request, and what it answers to its caller. */
export function operation<
  Params extends ZodType,
  Query extends ZodType,
  Body extends ZodType,
  Caller = Domain,
>(
  parts: Parts<Params, Query, Body> & { readonly answer: ZodType },
  run: (
    caller: Caller,
    asked: ValidatedRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<unknown>,
): Operation<Caller> {
  return {
    status: 200,
    consumes: ['application/json'],
    ...(parts as unknown as Parts<ZodType, ZodType, ZodType>),
    run: run as Operation<Caller>['run'],
  }
}

export const methodsOf = (method: Method | readonly Method[]): readonly Method[] =>
  typeof method === 'string' ? [method] : method
