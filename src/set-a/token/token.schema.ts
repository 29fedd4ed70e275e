import { z } from 'zod'
import type { Tokens } from '../../domain/credential/session.js'

const text = z.string({ error: 'The :attribute field must be a string.' })

/**
 * Set A, one of the two REST APIs: authentication. All fields are optional here, because `grant_type` determines which
 * are required.
 */
export const TokenRequest = z.object({
  grant_type: text.optional().describe('`password` or `refresh_token`. Required.'),
  client_id: text.optional().describe('Required unless sent by HTTP Basic.'),
  client_secret: text.optional().describe('Required unless sent by HTTP Basic.'),
  username: text.optional().describe('Required for `password`: the email of a user.'),
  password: text.optional().describe('Required for `password`.'),
  refresh_token: text
    .optional()
    .describe(
      'Required for `refresh_token`. It can be used once; a retry within 10 seconds returns the same tokens.',
    ),
})
export type TokenRequest = z.output<typeof TokenRequest>

export const Token = z
  .strictObject({
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('In seconds.'),
    access_token: z.string(),
    refresh_token: z.string(),
  })
  .meta({ id: 'Token' })

export const serializeToken = (tokens: Tokens): z.output<typeof Token> => ({
  token_type: 'Bearer',
  expires_in: tokens.expiresIn,
  access_token: tokens.accessToken,
  refresh_token: tokens.refreshToken ?? '',
})
