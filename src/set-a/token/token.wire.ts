import { z } from 'zod'
import type { Tokens } from '../../domain/credential/session.js'
import { integer, record, text } from '../wire.js'

const given = z.string({ error: 'The :attribute field must be a string.' })

/** Set A: Authentication. Which fields a grant needs is told apart by `grant_type`. */
export const TokenRequest = z.object({
  grant_type: given.optional().describe('`password` or `refresh_token`. Required.'),
  client_id: given.optional().describe('Required, unless it is sent by HTTP Basic.'),
  client_secret: given.optional().describe('Required, unless it is sent by HTTP Basic.'),
  username: given.optional().describe('Required for `password`: the email of a user.'),
  password: given.optional().describe('Required for `password`.'),
  refresh_token: given.optional().describe('Required for `refresh_token`; can be used once.'),
})
export type TokenRequest = z.output<typeof TokenRequest>

export const Token = record('Token', {
  token_type: z.literal('Bearer'),
  expires_in: integer.describe('In seconds.'),
  access_token: text,
  refresh_token: text,
})

export const presentToken = (tokens: Tokens): z.output<typeof Token> => ({
  token_type: 'Bearer',
  expires_in: tokens.expiresIn,
  access_token: tokens.accessToken,
  refresh_token: tokens.refreshToken ?? '',
})
