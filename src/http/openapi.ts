import type { Operation as PolicyOperation } from '../domain/access/policy.js'
import type { z } from 'zod'
import type { ErrorStatus } from './http-error.js'
import { JsonSchemas } from './json-schema.js'
import type { FormatError } from './mount.js'
import { errorExample } from './openapi-errors.js'
import { requestOf } from './openapi-request.js'
import { responsesOf } from './openapi-responses.js'
import { methodsOf, operationIdOf, type OperationTable } from './operation.js'

/** The parts of an OpenAPI document that do not follow from the operations. */
export interface Description {
  readonly title: string
  /** Markdown. */
  readonly description: string
  readonly version: string
  /** Descriptions of the tags, by name, in the order of the documentation. */
  readonly tags: Readonly<Record<string, string>>
  readonly securitySchemes: Readonly<Record<string, object>>
  /**
   * The alternatives to authenticate: each lists the schemes that are required together. Empty if the operation is
   * public.
   */
  readonly security: (access: PolicyOperation) => readonly (readonly string[])[]
  readonly requiresRole: (access: PolicyOperation) => boolean
  /** Whether the operation requires a signed-in user; only then it accepts idempotency keys. */
  readonly hasUser: (access: PolicyOperation) => boolean
  /** Responses of successful requests, by the summaries of the operations. */
  readonly answers: Readonly<Record<string, unknown>>
  /** The folder of the playground's examples with an example for each operation. */
  readonly playgroundExamples: string
  /** The same operation of the other REST API as a link in Markdown, by the summaries of the operations. */
  readonly otherSet: Readonly<Record<string, string>>
  /** The schema of an error response. */
  readonly errorSchema: (status: ErrorStatus) => z.ZodType
  readonly formatError: FormatError
}

/** The OpenAPI 3.1 document of a REST API, from the schemas of its operations. */
export function openApi<Context>(table: OperationTable<Context>, about: Description): object {
  const schemas = new JsonSchemas()
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, method, path, access, tag, operation] of table) {
    if (!(tag in about.tags)) throw new Error(`expected a description of the tag ${tag}`)
    const security = about.security(access)
    const summary = sentenceCase(name)
    for (const [index, each] of methodsOf(method).entries()) {
      const described = {
        operationId: operationIdOf(name, each, index),
        summary,
        description: `${operation.description}\n\n${linksOf(summary, about)}`,
        tags: [tag],
        security: security.map(together),
        ...requestOf(operation, schemas, about.hasUser(access)),
        responses: responsesOf(operation, schemas, {
          answer: about.answers[summary],
          errorSchema: about.errorSchema,
          isPublic: security.length === 0,
          requiresRole: about.requiresRole(access),
          errorExample: (status) => errorExample(operation, status, path, about.formatError),
        }),
      }
      ;(paths[path] ??= {})[each.toLowerCase()] = described
    }
  }
  const { title, description, version, tags, securitySchemes } = about
  return {
    openapi: '3.1.0',
    info: { title, description, version, contact: CONTACT, license: LICENSE },
    servers: [{ url: '/', description: 'The host of this document' }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    components: { schemas: schemas.components, securitySchemes },
  }
}

const CONTACT = { name: 'The operator of this service' }
const LICENSE = { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' }

/** `listJobTypes` as `List job types`. */
const sentenceCase = (name: string) =>
  name
    .replaceAll(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase())

/** Links to the same operation of the other interfaces, in Markdown: Swagger UI shows no relative links of `externalDocs`. */
function linksOf(summary: string, { playgroundExamples, otherSet }: Description): string {
  const example = `${playgroundExamples}/${summary.toLowerCase().replaceAll(' ', '-')}`
  const other = otherSet[summary]
  return `The same: [in GraphQL](/graphql?example=${example})${other === undefined ? '' : `, ${other}`}.`
}

const together = (schemes: readonly string[]) =>
  Object.fromEntries(schemes.map((name) => [name, []]))
