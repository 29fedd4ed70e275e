// Declares the parts that the benchmark uses of packages that only bench/package.json installs, because `npm run check`
// runs without these packages.

declare module 'grafserv/node' {
  export const grafserv: unique symbol
}

declare module 'postgraphile' {
  import type { Server } from 'node:http'
  interface Serv {
    addTo: (server: Server) => Promise<void>
  }
  export function postgraphile(preset: object): { createServ: (adaptor: symbol) => Serv }
}

declare module 'postgraphile/adaptors/pg' {
  export function makePgService(options: {
    connectionString: string
    schemas: string[]
    poolConfig: { max: number }
  }): object
}

declare module '@graphile/pg-aggregates' {
  export const PgAggregatesPreset: object
}

declare module 'postgraphile/presets/amber' {
  export const PostGraphileAmberPreset: object
}

declare module 'mercurius' {
  import type { FastifyPluginAsync } from 'fastify'
  const mercurius: FastifyPluginAsync<{
    schema: string
    resolvers: object
    loaders: object
    jit: number
    graphiql: boolean
  }>
  export default mercurius
}

declare module 'autocannon' {
  interface Request {
    path?: string
    method?: string
    body?: string | undefined
    headers?: Record<string, string>
    setupRequest?: (request: Request) => Request
  }
  interface Result {
    requests: { total: number }
    duration: number
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
    timeouts: number
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    timeout: number
    requests: Request[]
  }): PromiseLike<Result>
}
