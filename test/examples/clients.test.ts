import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as apollo from '../../examples/clients/apollo.js'
import * as relay from '../../examples/clients/relay.js'
import { Session } from '../../examples/clients/session.js'
import { sendIdsWithApollo } from '../../examples/clients/trusted-apollo.js'
import { sendIdsWithUrql } from '../../examples/clients/trusted-urql.js'
import * as urql from '../../examples/clients/urql.js'
import { newCompany, newSite, PASSWORD, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { service, startService } from '../support/graphql.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'

/** How long a test waits for the transactions of other tests on the same server. */
const PATIENCE = { timeout: 60_000, interval: 200 }

const ORIGIN = 'http://localhost:5173'

let company: TestCompany
let siteId: string
let names: string[]
beforeAll(async () => {
  company = await newCompany(testDatabase())
  names = Array.from({ length: 45 }, (_, index) => `Site ${index}`)
  for (const name of names) siteId = (await newSite(company, { name })).uuid
})

/** The bodies of the requests that a test has sent. */
let sent: {
  query?: string | null
  documentId?: string
  variables?: { after?: string | null }
  extensions?: object
}[]
/** Breaks the connections that are open. */
let loseConnections: () => void
beforeEach(() => {
  let connections = new AbortController()
  loseConnections = () => {
    connections.abort()
    connections = new AbortController()
  }
  const realFetch = globalThis.fetch
  sent = []
  // Like a browser's: names the page's origin, and lets the page read only what the service allows.
  vi.stubGlobal('fetch', async (url: string, options: RequestInit = {}) => {
    sent.push(JSON.parse(options.body as string))
    const headers = new Headers(options.headers)
    headers.set('origin', ORIGIN)
    const signals = [connections.signal, ...(options.signal ? [options.signal] : [])]
    const signal = AbortSignal.any(signals)
    const response = await realFetch(url, { ...options, headers, signal })
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    return response
  })
  return () => vi.unstubAllGlobals()
})

async function signIn(address: Promise<string> | string = service()): Promise<Session> {
  const session = new Session(`${await address}/graphql`)
  await session.signIn(company.users.admin.email, PASSWORD)
  return session
}

const clients = {
  'Apollo Client': (session: Session, trusted = false) => {
    const client = apollo.createApolloClient(session, ...(trusted ? [sendIdsWithApollo()] : []))
    return {
      readSites: () => apollo.readSites(client),
      renameSite: (id: string, name: string) => apollo.renameSite(client, id, name),
      followSites: (onChange: (name?: string) => void) => apollo.followSites(client, onChange),
    }
  },
  urql: (session: Session, trusted = false) => {
    const client = urql.createUrqlClient(session, ...(trusted ? [sendIdsWithUrql()] : []))
    return {
      readSites: () => urql.readSites(client),
      renameSite: (id: string, name: string) => urql.renameSite(client, id, name),
      followSites: (onChange: (name?: string) => void) => urql.followSites(client, onChange),
    }
  },
  Relay: (session: Session) => {
    const environment = relay.createRelayEnvironment(session)
    return {
      readSites: () => relay.readSites(environment),
      renameSite: (id: string, name: string) => relay.renameSite(environment, id, name),
      followSites: (onChange: (name?: string) => void) => relay.followSites(environment, onChange),
    }
  },
}

describe.each(Object.entries(clients))('%s, set up as in docs/clients.md,', (_, create) => {
  test('reads all pages of a list from another origin', async () => {
    expect(await create(await signIn()).readSites()).toEqual(names)
    expect(sent).toHaveLength(1 + 3)
  })

  test('refreshes an expired token once, and repeats the requests', async () => {
    const session = await signIn()
    session.accessToken = 'expired'
    const [one, other] = [create(session), create(session)]
    expect(await Promise.all([one.readSites(), other.readSites()])).toEqual([names, names])
    const refreshes = sent.filter(({ query }) => query?.includes('mutation Refresh'))
    expect(refreshes).toHaveLength(1)
  })

  test('follows what changes, and continues after a lost connection', async () => {
    const client = create(await signIn())
    const seen: (string | undefined)[] = []
    const stop = client.followSites((name) => seen.push(name))
    const subscriptions = () => sent.filter(({ query }) => query?.includes('siteChanged'))
    const rename = async (name: string) => {
      await client.renameSite(siteId, name)
      await vi.waitFor(() => {
        expect(seen.at(-1)).toBe(name)
      }, PATIENCE)
    }
    await vi.waitFor(() => {
      expect(subscriptions()).toHaveLength(1)
    })
    // The first event has a cursor without a change.
    await vi.waitFor(
      () => {
        loseConnections()
        expect(subscriptions().at(-1)?.variables?.after).toEqual(expect.any(String))
      },
      { timeout: 60_000, interval: 2000 },
    )
    // Nothing is connected at first: the next stream begins after half a second.
    await rename('Live')
    loseConnections()
    await rename(names.at(-1)!)
    stop()
  })

  test('rejects if the user must sign in again', async () => {
    const session = new Session(`${await service()}/graphql`)
    await expect(create(session).readSites()).rejects.toThrow()
  })

  test('returns the errors of an input with their fields', async () => {
    const client = create(await signIn())
    expect(await client.renameSite(siteId, '')).toMatchObject([{ field: ['name'] }])
    expect(await client.renameSite(siteId, names.at(-1)!)).toEqual([])
    await expect(client.renameSite('no id', 'x')).resolves.toHaveLength(1)
  })
})

describe('with TRUSTED_DOCUMENTS, the file of the client’s compiler', () => {
  let folder: string
  let removeFolder: () => Promise<void>
  let address: string
  beforeAll(async () => {
    ;({ folder, remove: removeFolder } = await makeTemporaryFolder())
    const files = ['persisted-documents.json', 'relay-documents.json']
    const lists = await Promise.all(
      files.map(async (name) => {
        const text = await readFile(join('examples/clients/generated', name), 'utf8')
        return JSON.parse(text) as Record<string, string>
      }),
    )
    const path = join(folder, 'documents.json')
    await writeFile(path, JSON.stringify(Object.assign({}, ...lists)))
    address = await startService({ TRUSTED_DOCUMENTS: path })
  })
  afterAll(() => removeFolder())

  test.each(Object.entries(clients))('%s works', async (_, create) => {
    const client = create(await signIn(address), true)
    expect(await client.readSites()).toEqual(names)
    const seen: (string | undefined)[] = []
    const stop = client.followSites((name) => seen.push(name))
    await vi.waitFor(async () => {
      await client.renameSite(siteId, `Live ${Math.random()}`)
      expect(seen).not.toEqual([])
    }, PATIENCE)
    stop()
    expect(await client.renameSite(siteId, names.at(-1)!)).toEqual([])
  })

  test.each(['Apollo Client', 'urql'] as const)(
    '%s sends ids, without texts, of queries and mutations',
    async (name) => {
      const client = clients[name](await signIn(address), true)
      sent = []
      await client.readSites()
      await client.renameSite(siteId, names.at(-1)!)
      expect(sent).toHaveLength(3 + 1)
      for (const body of sent) {
        expect(body.query).toBeUndefined()
        expect(body.extensions).toMatchObject({ persistedQuery: { version: 1 } })
      }
    },
  )
})
