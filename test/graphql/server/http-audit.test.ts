import { serverAudits } from 'graphql-http'
import { describe, it } from 'vitest'
import { service } from '../../support/graphql.js'

/*
 * The audits of the specification "GraphQL over HTTP". A GET needs a header that a form on another site cannot send
 * (CSRF prevention).
 */

const fetchFn = (url: string, options: RequestInit = {}) => {
  const headers = new Headers(options.headers)
  headers.set('apollo-require-preflight', 'yes')
  return fetch(url, { ...options, headers })
}

const address = await service()
const audits = serverAudits({ url: `${address}/graphql`, fetchFn })

describe('GraphQL over HTTP', () => {
  it.each(audits.map(({ id, name, fn }) => [`${id} ${name}`, fn] as const))('%s', async (_, fn) => {
    const result = await fn()
    if (result.status !== 'ok') throw new Error(result.reason)
  })
})
