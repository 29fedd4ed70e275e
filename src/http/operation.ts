import type { FastifyRequest } from 'fastify'
import type { ZodType, z } from 'zod'
import type { Domain } from '../domain/domain.js'
import type { Operation as PolicyOperation } from '../domain/access/policy.js'
import type { RequestOrigin } from '../request/owner.js'
import type { ErrorStatus, HttpError, Path } from './http-error.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The operations of a REST API (Set A or Set B), in the order of its specification.
 */
export type OperationTable<Context = Domain> = readonly (readonly [
  name: string,
  method: Method | readonly Method[],
  /** With parameters in braces: `/things/{id}`. */
  path: string,
  /** Its row in the policy. */
  access: PolicyOperation,
  /** The group in the documentation: the noun in plural. */
  tag: string,
  operation: Operation<Context>,
])[]

/** A request whose parts are the outputs of the operation's schemas. */
export interface ValidatedRequest<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The path of the URL, as the client sent it. */
  readonly path: string
  /** The query of the URL, as the client sent it, without the question mark. */
  readonly search: string
  readonly headers: FastifyRequest['headers']
  readonly origin: RequestOrigin
}

/** A body that an operation has read itself. */
export interface ReadBody {
  readonly body: unknown
  /** Called before the response, also that of an error. Never rejects. */
  readonly release?: () => Promise<void>
}

interface Parts<Params, Query, Body> {
  /** One or a few sentences for the documentation. */
  readonly description: string
  /** The status of success; 200 by default. */
  readonly status?: number
  /** A path that does not match this schema is a 404. */
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** The schema of the response, for the documentation and the tests. Responses are not validated. */
  readonly answer: ZodType
  /** Media types of the body; JSON by default. */
  readonly consumes?: readonly string[]
  /** Reads a body that Fastify's parsers do not read. */
  readonly readBody?: (request: FastifyRequest, domain: Domain) => Promise<ReadBody>
  /** Translates the path of a domain error into a path in the body. */
  readonly errorPath?: (path: Path, request: { readonly body: z.output<Body> }) => Path
  /** Applied before the schema of the query or the body. */
  readonly normalizeQuery?: (query: unknown) => unknown
  readonly normalizeBody?: (body: unknown) => unknown
  /** Whether the operation writes a record with a domain function that supports a dry run. */
  readonly dryRun?: boolean
  /** Whether the operation can respond 404 or 410. */
  readonly notFound?: boolean
  /** A request for the documentation, with values of the demo data. It succeeds each time that it is sent. */
  readonly example?: {
    readonly params?: Readonly<Record<string, string>>
    readonly query?: z.input<Query>
    readonly body?: z.input<Body>
  }
  /** Schemas of error bodies that differ from those of the API. */
  readonly errorSchemas?: Partial<Record<ErrorStatus, ZodType>>
  /** Errors for the documentation, instead of those that operations have in common. */
  readonly errorExamples?: Partial<Record<ErrorStatus, HttpError>>
}

/** An operation of a REST API. `Context` is what the API passes to it after authentication. */
export interface Operation<Context = Domain> extends Parts<ZodType, ZodType, ZodType> {
  readonly status: number
  readonly consumes: readonly string[]
  readonly run: (context: Context, request: ValidatedRequest) => Promise<unknown>
}

/** Creates an operation whose request has the types of its schemas. */
export function operation<
  Params extends ZodType,
  Query extends ZodType,
  Body extends ZodType,
  Context = Domain,
>(
  parts: Parts<Params, Query, Body>,
  run: (
    context: Context,
    request: ValidatedRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<unknown>,
): Operation<Context> {
  return {
    status: 200,
    consumes: ['application/json'],
    ...(parts as unknown as Parts<ZodType, ZodType, ZodType>),
    run: run as Operation<Context>['run'],
  }
}

/** The operation's id in the OpenAPI document; `index` is that of the method among the operation's methods. */
export function operationIdOf(name: string, method: Method, index: number): string {
  const title = index === 0 ? name : `${method.toLowerCase()} ${name}`
  return title.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())
}

export const methodsOf = (method: Method | readonly Method[]): readonly Method[] =>
  typeof method === 'string' ? [method] : method
