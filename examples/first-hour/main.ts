import { createApolloClient } from '../clients/apollo.js'
import { Session } from '../clients/session.js'
import { graphql } from './generated/index.js'

const FAILING_SITES = graphql(`
  query FailingSites {
    sites(first: 8, filter: { failing: true }, orderBy: { field: NAME }) {
      nodes {
        name
        openJobsCount
        client {
          legalName
        }
      }
    }
  }
`)

const { VITE_API_URL: service = 'http://127.0.0.1:4000' } = import.meta.env as {
  VITE_API_URL?: string
}
const session = new Session(`${service}/graphql`)
const client = createApolloClient(session)

document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault()
  const fields = new FormData(event.currentTarget as HTMLFormElement)
  void show(Object.fromEntries(fields) as Record<'username' | 'password', string>)
})

async function show({ username, password }: Record<'username' | 'password', string>) {
  await session.signIn(username, password)
  const { data } = await client.query({ query: FAILING_SITES })
  const items = data?.sites.nodes.map(({ name, openJobsCount, client: { legalName } }) => {
    const item = document.createElement('li')
    item.textContent = `${name}: ${openJobsCount} open jobs, ${legalName}`
    return item
  })
  document.querySelector('ol')?.replaceChildren(...(items ?? []))
}
