import { signIn, type SignInServices } from '../../domain/credential/sign-in.js'
import { operation } from '../../http/operation.js'
import type { Owner } from '../../request/owner.js'
import { LoggedIn, LoginBody } from './log-in.body.js'

export const logInOperation = operation(
  {
    description: 'Logs in a user of the API key’s company.',
    body: LoginBody,
    example: { body: { username: 'admin@harbour.example', password: 'demo-password' } },
    answer: LoggedIn,
  },
  async (services: SignInServices & Partial<Owner>, { body, origin }) => {
    const { companyId, apiKeyId } = services
    const attempt = { ...body, audience: 'set_b', companyId, apiKeyId } as const
    const session = await signIn(services, { ...attempt, ...origin })
    return {
      accessToken: session.accessToken,
      expiresIn: session.expiresIn,
      tokenType: 'Bearer',
    }
  },
)
