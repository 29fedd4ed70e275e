import type { GraphQLSchema } from 'graphql'
import type { WebhookQueries } from '../../domain/webhook/webhook-queries.js'
import type { Limits } from '../operation/limits.js'
import { createPreparer, type Preparer } from '../operation/preparer.js'
import { createSchema } from '../schema/build-schema.js'
import { createWebhookQueries } from './webhook-queries.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** For the worker that makes events of webhooks: it uses the schema of the server, and what the server has prepared of it. */
    webhookQueries: WebhookQueries
  }
}

/** The schema, and what a process makes of it once. */
export interface CompiledSchema {
  readonly schema: GraphQLSchema
  readonly preparer: Preparer
  readonly webhookQueries: WebhookQueries
}

/** Builds the schema: about 70 ms. */
export function compileSchema(limits: Limits): CompiledSchema {
  const schema = createSchema()
  const preparer = createPreparer(schema, limits)
  return { schema, preparer, webhookQueries: createWebhookQueries(schema, preparer) }
}
