import * as oauth from 'oauth4webapi'
import { expect, it } from 'vitest'
import { PASSWORD } from '../support/builders.js'
import { service } from '../support/graphql.js'
import { newPopulatedCompany } from '../support/populated-company.js'

/** The library requires HTTPS unless tests opt out. */
// oxlint-disable-next-line typescript/no-deprecated -- so marked to stand out
const options = { [oauth.allowInsecureRequests]: true }

it.each([
  ['its body', oauth.ClientSecretPost],
  ['HTTP Basic', oauth.ClientSecretBasic],
])(
  'gives an OAuth library a token and refreshes it, with client credentials in %s',
  async (_, by) => {
    const { oauthClient, users } = await newPopulatedCompany()
    const username = users.admin.email
    const address = await service()
    const server = { issuer: address, token_endpoint: `${address}/oauth/token` }
    const client = { client_id: oauthClient.client_id }
    const authentication = by(oauthClient.client_secret)

    const asked = await oauth.genericTokenEndpointRequest(
      server,
      client,
      authentication,
      'password',
      { username, password: PASSWORD },
      options,
    )
    const first = await oauth.processGenericTokenEndpointResponse(server, client, asked)
    const askedAgain = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      first.refresh_token ?? '',
      options,
    )
    const second = await oauth.processRefreshTokenResponse(server, client, askedAgain)
    expect(second.access_token).not.toBe(first.access_token)
    expect([second.token_type, second.expires_in]).toEqual(['bearer', 1_296_000])

    const resource = await oauth.protectedResourceRequest(
      second.access_token,
      'GET',
      new URL(`${address}/api/sites`),
      undefined,
      undefined,
      options,
    )
    expect(resource.status).toBe(200)
  },
)

it('returns errors that an OAuth library understands', async () => {
  const { oauthClient, users } = await newPopulatedCompany()
  const username = users.admin.email
  const address = await service()
  const server = { issuer: address, token_endpoint: `${address}/oauth/token` }
  const client = { client_id: oauthClient.client_id }
  const refusedWith = async (secret: string, password: string) => {
    const asked = await oauth.genericTokenEndpointRequest(
      server,
      client,
      oauth.ClientSecretPost(secret),
      'password',
      { username, password },
      options,
    )
    return oauth.processGenericTokenEndpointResponse(server, client, asked)
  }
  await expect(refusedWith(oauthClient.client_secret, 'wrong')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  await expect(refusedWith('wrong', PASSWORD)).rejects.toMatchObject({ error: 'invalid_client' })
})
