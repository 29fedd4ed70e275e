import { isIP } from 'node:net'
import { z } from 'zod'
import { parseServerUrl } from './server-url.js'

/* Types of environment variables: their checks, and how their texts are converted. */

/** The longest delay of a timer in Node. With a longer one, the timer fires immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1

/** A whole number; `fallback` if the variable is not set. */
export const integer = (fallback: number, minimum: number, maximum: number) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum,
      `must be a whole number from ${minimum} to ${maximum}`,
    )
    .transform(Number)
    .default(fallback)

export const milliseconds = (fallback: number) => integer(fallback, 1, MAX_TIMER_MS)

export const choice = <Value extends string>(values: readonly Value[]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

/** Numbers of ports, separated by commas. */
export const ports = z
  .string()
  .refine(
    (text) =>
      /^\d+(\s*,\s*\d+)*$/.test(text.trim()) &&
      numbersIn(text).every((port) => port >= 1 && port <= 65_535),
    'must be numbers from 1 to 65535, separated by commas',
  )
  .transform((text) => numbersIn(text))

const numbersIn = (text: string) => text.split(',').map(Number)

export const toggle = choice(['on', 'off']).transform((value) => value === 'on')

/** URLs of one host each, separated by commas or white space. */
export const replicaUrls = z
  .string()
  .transform((text) => text.trim().split(/[\s,]+(?=postgres)/))
  .refine(
    (urls) =>
      urls
        .map(parseServerUrl)
        .every((parsed) => parsed && !parsed.hosts && parsed.pgbouncer !== 'true'),
    'must be URLs like postgresql://user@host/name, of one host each and not of PgBouncer, separated by commas',
  )

/** Whether a text is an IP address or a CIDR block like 10.0.0.0/8. */
const isNetwork = (text: string) => {
  const [address = '', bits] = text.split('/')
  const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return bits === undefined
    ? width > 0
    : /^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= width
}

export const proxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every(isNetwork),
    'must be on, off, or IP addresses and networks like 10.0.0.0/8,::1',
  )

export const mailServer = z.url({
  protocol: /^smtps?$/,
  error: 'must be a URL like smtp://user:password@host:587',
})

/** The address of an OpenTelemetry collector; `example` is for the error. */
export const collectorUrl = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be a URL like ${example}` }).optional()

/** Whether a text is an origin as browsers send it: without a path, a default port or capital letters. */
const isOrigin = (text: string) =>
  /^https?:/.test(text)
    ? URL.canParse(text) && new URL(text).origin === text && !text.includes('*')
    : /^[a-z][a-z\d+.-]*:\/\/[a-z\d.:-]+$/.test(text)

export const origins = z.union([
  z.literal('*'),
  z.literal('off').transform((): string[] => []),
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every(isOrigin),
      'must be *, off, or origins like https://app.example,https://other.example:8443',
    ),
])
