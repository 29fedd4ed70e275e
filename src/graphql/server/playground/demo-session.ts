import type { FastifyRequest } from 'fastify'
import { signIn } from '../../../domain/credential/sign-in.js'
import { DomainError } from '../../../domain/errors.js'
import type { Services } from '../../context.js'

export interface DemoUser {
  readonly username: string
  readonly password: string
  readonly role: string
}

/** The tokens of the session with which a page starts. */
export interface DemoSession {
  readonly accessToken: string
  readonly refreshToken?: string | undefined
}

/** Signs in a browser as a user of the demo. Undefined if the password has changed. */
export async function openDemoSession(
  services: Services,
  { username, password }: DemoUser,
  request: FastifyRequest,
): Promise<DemoSession | undefined> {
  try {
    const attempt = { username, password, audience: 'graphql', ...request.access.origin } as const
    const { accessToken, refreshToken } = await signIn(services, attempt)
    return { accessToken, refreshToken }
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']
/** A browser sends this header with the cross-origin requests of scripts, but not when the user opens the page. */
const SCRIPTED = ['origin']

/**
 * Whether the request comes from a browser on this machine. The remote address is not enough: a local proxy forwards
 * requests of other machines, and with DNS rebinding another site's host name resolves to this machine.
 */
export const isFromHere = ({ socket, headers }: FastifyRequest) =>
  LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
  LOOPBACK_HOST.test(headers.host ?? '') &&
  ![...FORWARDED, ...SCRIPTED].some((name) => name in headers)
