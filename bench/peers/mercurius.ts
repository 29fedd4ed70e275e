// Mercurius with graphql-jit, and a loader for each relation over hand-written prepared statements.
import Fastify from 'fastify'
import mercurius from 'mercurius'
import { port } from './environment.js'
import { loaders } from './mercurius-loaders.js'
import { Query } from './mercurius-query.js'
import { schema } from './mercurius-schema.js'

const app = Fastify()
await app.register(mercurius, { schema, resolvers: { Query }, loaders, jit: 1, graphiql: false })
await app.listen({ port, host: '127.0.0.1' })
