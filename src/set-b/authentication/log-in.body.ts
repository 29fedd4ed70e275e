import { z } from 'zod'

/** Set B, one of the two REST APIs: login body (B1 of the specification). */
export const LoginBody = z
  .object({
    username: z.string().describe('The email of a user of the key’s company; case-insensitive.'),
    password: z.string(),
  })
  .meta({ id: 'Login' })

/** Set B, one of the two REST APIs: login response (B1 of the specification). */
export const LoggedIn = z
  .strictObject({
    accessToken: z.string().describe('For the header `x-api-token`.'),
    expiresIn: z.int().describe('Seconds until the token expires.'),
    tokenType: z.literal('Bearer'),
  })
  .meta({ id: 'LoggedIn' })
