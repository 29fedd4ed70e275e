import { signIn } from '../../domain/credential/sign-in.js'
import { credentialsIn } from '../../http/credentials.js'
import { operation } from '../../http/operation.js'
import type { ApiKeyContext } from '../context.js'
import { LoggedIn, LoginBody } from './log-in.body.js'

export const logInOperation = operation(
  {
    description: 'Logs in a user of the API key’s company.',
    body: LoginBody,
    example: { body: { username: 'admin@harbour.example', password: 'demo-password' } },
    answer: LoggedIn,
  },
  async ({ services, companyId, apiKeyId }: ApiKeyContext, { body, address, headers }) => {
    const { token } = credentialsIn(headers)
    const origin = { apiKeyId, address, userAgent: headers['user-agent'], token }
    const session = await signIn(services, { ...body, audience: 'set_b', companyId, ...origin })
    return {
      accessToken: session.accessToken,
      expiresIn: session.expiresIn,
      tokenType: 'Bearer',
    }
  },
)
