import type { PrismaClient } from '../generated/prisma/client.js'
import { FIND_CONNECTION } from '../transaction/connection-adapter.js'
import type { DatabaseUse } from './database-use.js'

/**
 * A Prisma client that adds its operations, also those in its transactions, to the `DatabaseUse` of a request. Creating
 * the extended client takes 40 µs, so it is created with the first operation: most requests send no statement with
 * Prisma.
 */
export function countedPrisma(prisma: PrismaClient, use: DatabaseUse): PrismaClient {
  let extended: object | undefined
  return new Proxy(prisma, {
    get: (_, name) => {
      extended ??= prisma.$extends({
        query: {
          $allOperations: async ({ model = 'Prisma', operation, args, query }) => {
            const sending = query(args) as Promise<unknown>
            const isSent = !(Array.isArray(args) && args[0] === FIND_CONNECTION)
            return isSent ? use.count(`${model}.${operation}`, sending) : sending
          },
        },
      })
      const property: unknown = Reflect.get(extended, name)
      return typeof property === 'function' ? (property.bind(extended) as unknown) : property
    },
  })
}
