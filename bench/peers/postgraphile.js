// PostGraphile 5, the amber preset, with what its documentation says for production. Runs on Node 22.
import { createServer } from 'node:http'
import { grafserv } from 'grafserv/node'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const { PORT, DATABASE_URL, POOL } = process.env

const preset = {
  extends: [PostGraphileAmberPreset],
  // Else only columns with an index can be filtered by, and deleted_at has none.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString: `${DATABASE_URL}?options=-c%20TimeZone%3DUTC`,
      schemas: ['public'],
      poolConfig: { max: Number(POOL) },
    }),
  ],
  grafast: { explain: false },
  grafserv: { graphiql: false, watch: false, websockets: false, graphqlPath: '/graphql' },
}

const server = createServer()
const serv = postgraphile(preset).createServ(grafserv)
await serv.addTo(server)
server.listen(Number(PORT), '127.0.0.1')
