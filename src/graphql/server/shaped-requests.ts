import type { FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { MAX_ANONYMOUS_LENGTH } from './document-limits.js'
import { createDocumentShapes, type ShapedDocument } from './document-shapes.js'
import { type NormalisedDocument, normaliseDocument } from './normalised-document.js'

/**
 * Finds the shapes of requests. Each document is read once for each request, and the time is charged. Only documents that
 * SQL may answer are read: queries in a POST with an access token.
 */
export class ShapedRequests {
  private readonly shapes
  private readonly read = new WeakMap<FastifyRequest, NormalisedDocument | undefined>()
  private readonly found = new WeakMap<FastifyRequest, ShapedDocument>()

  constructor(schema: GraphQLSchema) {
    this.shapes = createDocumentShapes(schema)
  }

  /**
   * The shape of a request's document, which has not been parsed. Undefined if no validated document has this shape. A
   * long document is read only if the access token is known to be valid.
   */
  find(
    request: FastifyRequest,
    document: string,
    isAuthenticated = false,
  ): ShapedDocument | undefined {
    if (document.length > MAX_ANONYMOUS_LENGTH && !isAuthenticated) return undefined
    const found = this.found.get(request)
    if (found) return found
    return request.meter.time(() => {
      const normalised = this.normalised(request, document)
      const shaped = normalised && this.shapes.find(normalised)
      if (shaped) this.found.set(request, shaped)
      return shaped
    })
  }

  /** Adds the shape of a request's document, which has been validated. */
  add(request: FastifyRequest, document: string): void {
    request.meter.time(() => {
      const normalised = this.normalised(request, document)
      if (normalised) this.shapes.add(normalised)
    })
  }

  private normalised(request: FastifyRequest, document: string): NormalisedDocument | undefined {
    if (request.method !== 'POST' || !request.access.credentials.hasWellFormedToken)
      return undefined
    if (!this.read.has(request)) this.read.set(request, normaliseDocument(document))
    return this.read.get(request)
  }
}
