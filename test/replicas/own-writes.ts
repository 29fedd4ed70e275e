import { ask, type Service } from '../durability/service.js'
import { type ApiUser, createClient } from './replicated-service.js'

/** Clients that write and read at the same time. Two of them share a company. */
const WRITERS = 8

export interface OwnWrites {
  readonly writes: number
  readonly reads: number
  readonly failedWrites: number
  /** Reads whose response was not a success, and those that did not show the client's last write. */
  readonly failed: string[]
  readonly stale: string[]
}

const UPDATE = `mutation ($id: ID!, $name: String!) {
  updateClient(input: { id: $id, legalName: $name }) { client { id } }
}`
const READ_ONE = 'query ($id: ID!) { client(id: $id) { legalName } }'
const READ_LIST = '{ clients(first: 50) { nodes { id legalName } } }'

/** Ways to read the name of a client. Each returns the status, and the name if the response is a success. */
type Read = (service: Service, user: ApiUser, id: string) => Promise<[number, string | undefined]>

const reads: readonly Read[] = [
  async ({ address }, { token }, id) => {
    const { status, data } = await ask(address, READ_ONE, { id }, token)
    return [status, data?.client?.legalName]
  },
  async ({ address }, { token }, id) => {
    const { status, data } = await ask(address, READ_LIST, {}, token)
    const nodes = (data?.clients?.nodes ?? []) as { id: string; legalName: string }[]
    return [status, nodes.find((node) => node.id === id)?.legalName]
  },
  async ({ address }, { token }, id) => {
    // A new document each time, so that the resolvers answer.
    const alias = `a${Math.random().toString(36).slice(2)}`
    const { status, data } = await ask(
      address,
      READ_ONE.replace('legalName', `${alias}: legalName`),
      { id },
      token,
    )
    return [status, data?.client?.[alias]]
  },
  async ({ address }, { pair }, id) => {
    try {
      const response = await fetch(`${address}/v1/clients/${id}`, { headers: { ...pair } })
      const body = (await response.json()) as { legalName?: string }
      return [response.status, body.legalName]
    } catch {
      return [0, undefined]
    }
  },
]

/**
 * Clients write through one instance and immediately read their write through the next one, `total` times together, each
 * time in another way.
 */
export async function readOwnWrites(
  services: readonly Service[],
  users: readonly ApiUser[],
  total: number,
): Promise<OwnWrites> {
  const failed: string[] = []
  const stale: string[] = []
  let [writes, readCount, failedWrites] = [0, 0, 0]
  const writer = async (index: number) => {
    const user = users[index % users.length]!
    const id = (await createClient(services[0]!, user, 'New'))!
    while (readCount < total) {
      readCount += 1
      writes += 1
      const turn = writes
      const name = `Name ${turn}`
      const written = await ask(
        services[turn % services.length]!.address,
        UPDATE,
        { id, name },
        user.token,
      )
      if (written.data?.updateClient?.client?.id !== id) {
        failedWrites += 1
        continue
      }
      const way = turn % reads.length
      const next = services[(turn + 1) % services.length]!
      const [status, found] = await reads[way]!(next, user, id)
      if (status !== 200) failed.push(`way ${way}: ${status}`)
      else if (found !== name) stale.push(`way ${way}: expected ${name}, got ${found}`)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(index)))
  return { writes, reads: readCount, failedWrites, failed, stale }
}

/** Reads as a user who writes nothing, until `isOver`. Returns how many reads succeeded, and those that did not. */
export async function readSteadily(
  services: readonly Service[],
  { token }: ApiUser,
  isOver: () => boolean,
): Promise<{ succeeded: number; failed: string[] }> {
  const failed: string[] = []
  let succeeded = 0
  while (!isOver()) {
    const { address } = services[succeeded % services.length]!
    const { status, data } = await ask(address, READ_LIST, {}, token)
    if (status === 200 && data?.clients) succeeded += 1
    else failed.push(`${status} ${JSON.stringify(data)}`)
  }
  return { succeeded, failed }
}
