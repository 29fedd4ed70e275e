import { InvalidArgumentError } from '@commander-js/extra-typings'
import { type Host, parseHost } from '../../config/server-url.js'
import { raiseAuditOffsets } from '../../db/audit-offset.js'
import {
  countInShard,
  drainServer,
  isolateCompany,
  listShardServers,
  moveCompany,
  serverOfCompany,
  type ShardServer,
} from '../../db/shards/companies.js'
import { requireCompany } from '../../domain/company/require-company.js'
import { CommandError } from '../command-error.js'
import { refusePooler, requireWorker, withShards } from '../distributed-database.js'
import { stderrLog, withOperator, withServer } from '../operator-database.js'
import { print } from '../print.js'
import type { Root } from '../root.js'
import { shardDatabase } from '../shard-database.js'

export function addShardCommands(root: Root): void {
  const shard = root
    .command('shard')
    .description('A database that Citus distributes by company over several servers.')

  shard
    .command('create')
    .description(
      'Distributes the database over workers, in maintenance mode and in one transaction; or adds workers to it.',
    )
    .requiredOption('--workers <hosts>', 'host:port of each worker, separated by commas', readHosts)
    .option(
      '--coordinator <host>',
      'host:port of the server of DATABASE_URL, as the workers reach it',
      readHost,
    )
    .option('--shards <number>', 'parts into which the tables are divided', readShards, 32)
    .action(async (options) => {
      print(await withServer((client, server) => shardDatabase(client, server, options)), root)
      console.error(
        'Restart the service, which reads at its start that the database is distributed.',
      )
    })

  shard
    .command('status')
    .description('Lists the servers, with their shards, companies and bytes.')
    .action(async () => {
      printServers(await withShards(listShardServers), root)
    })

  shard
    .command('move')
    .description(
      'Moves a company, and those in the same shard, to another worker, while the service runs.',
    )
    .argument('<company>', 'id or name of the company')
    .argument('<worker>', 'host:port of the worker', readHost)
    .action(async (company, to) => {
      const { id } = await withOperator((operator) => requireCompany(operator, company))
      const result = await withShards(async (client, server) => {
        refusePooler(server)
        const start = Date.now()
        const from = await serverOfCompany(client, id)
        if (from.host === to.host && from.port === to.port)
          throw new CommandError('The company is on this worker.')
        if ((await requireWorker(client, to)) === 'drained')
          throw new CommandError(
            `This worker was drained: run "admin shard create --workers ${textOf(to)}" first.`,
          )
        const companies = await countInShard(client, id)
        await moveCompany(client, id, from, to)
        await raiseAuditOffsets(client, stderrLog)
        const servers = { from: textOf(from), to: textOf(to) }
        return { company: id, companies, ...servers, milliseconds: Date.now() - start }
      })
      print(result, root)
    })

  shard
    .command('isolate')
    .description(
      'Gives a company a shard of its own, on its worker. All writes of the service wait meanwhile.',
    )
    .argument('<company>', 'id or name of the company')
    .action(async (company) => {
      const { id } = await withOperator((operator) => requireCompany(operator, company))
      const result = await withShards(async (client) => {
        const start = Date.now()
        if ((await countInShard(client, id)) === 1)
          throw new CommandError('The company has a shard of its own.')
        await isolateCompany(client, id, stderrLog)
        return { company: id, milliseconds: Date.now() - start }
      })
      print(result, root)
    })

  shard
    .command('drain')
    .description('Moves all companies of a worker to the others, while the service runs.')
    .argument('<worker>', 'host:port of the worker', readHost)
    .action(async (worker) => {
      const servers = await withShards(async (client, server) => {
        refusePooler(server)
        await requireWorker(client, worker)
        await drainServer(client, worker)
        await raiseAuditOffsets(client, stderrLog)
        return listShardServers(client)
      })
      printServers(servers, root)
    })
}

function printServers(servers: readonly ShardServer[], root: Root): void {
  print(
    servers.map((server) => ({ ...server })),
    root,
  )
}

const textOf = ({ host, port }: Host) => `${host}:${port}`

const readHosts = (text: string): Host[] => text.split(',').map(readHost)

function readHost(text: string): Host {
  const host = parseHost(text.trim())
  if (!host) throw new InvalidArgumentError('host:port is expected.')
  return host
}

function readShards(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > 1024)
    throw new InvalidArgumentError('an integer from 1 to 1024 is expected.')
  return number
}
