// PostGraphile 5 with the amber preset and the settings that its documentation recommends for production. On Node 22.
import { createServer } from 'node:http'
import { PgAggregatesPreset } from '@graphile/pg-aggregates'
import { grafserv } from 'grafserv/node'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { databaseUrl, poolSize, port } from './environment.js'

const preset = {
  extends: [PostGraphileAmberPreset, PgAggregatesPreset],
  // Without this, conditions take only indexed columns, and deleted_at has no index.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString: `${databaseUrl}?options=-c%20TimeZone%3DUTC`,
      schemas: ['public'],
      poolConfig: { max: poolSize },
    }),
  ],
  grafast: { explain: false },
  grafserv: { graphiql: false, watch: false, websockets: false, graphqlPath: '/graphql' },
}

const server = createServer()
await postgraphile(preset).createServ(grafserv).addTo(server)
server.listen(port, '127.0.0.1')
