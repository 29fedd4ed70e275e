import { z } from 'zod'

/** Specification, B1. */
export const LoginBody = z
  .object({
    username: z.string().describe('The email of a user of the key’s company; case-insensitive.'),
    password: z.string(),
  })
  .meta({ id: 'Login' })

/** Specification, B1. */
export const LoggedIn = z
  .strictObject({
    accessToken: z.string().describe('For the header `x-api-token`.'),
    expiresIn: z.int().describe('Seconds until the token expires.'),
    tokenType: z.literal('Bearer'),
  })
  .meta({ id: 'LoggedIn' })
