import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const words = z.array(z.string())
const duration = z.string().regex(/^\d+(ms|s|m|h)$/)

/** The keys of the compose specification that compose.yaml uses. An unknown key is an error, as for Docker Compose. */
const service = z.strictObject({
  build: z.strictObject({ context: z.string(), args: z.record(z.string(), z.string()) }).optional(),
  image: z.string(),
  pull_policy: z.enum(['always', 'missing', 'never', 'build']).optional(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  user: z.string().optional(),
  tmpfs: words.optional(),
  cap_drop: words.optional(),
  security_opt: words.optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']).optional(),
  stop_grace_period: duration.optional(),
  mem_limit: z
    .string()
    .regex(/^\d+[mg]$/)
    .optional(),
  logging: z
    .strictObject({
      driver: z.literal('json-file'),
      options: z.strictObject({ 'max-size': z.string(), 'max-file': z.string() }),
    })
    .optional(),
  networks: z.strictObject({ default: z.strictObject({ ipv4_address: z.ipv4() }) }).optional(),
  command: words.optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: words.optional(),
  ports: words.optional(),
  healthcheck: z
    .strictObject({
      test: words,
      interval: duration.optional(),
      timeout: duration.optional(),
      start_period: duration.optional(),
      retries: z.int().optional(),
    })
    .optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({ condition: z.enum(['service_started', 'service_healthy']) }),
    )
    .optional(),
})
const subnets = z.array(z.strictObject({ subnet: z.string() }))
const file = z.strictObject({
  name: z.string(),
  'x-instance': z.unknown(),
  'x-logging': z.unknown(),
  services: z.record(z.string(), service),
  networks: z.strictObject({
    default: z.strictObject({ ipam: z.strictObject({ config: subnets }) }),
  }),
  volumes: z.record(z.string(), z.null()),
})

export type ComposeService = z.infer<typeof service>
export type Compose = z.infer<typeof file>

/** compose.yaml with the values of variables, as Docker Compose reads it. Throws if a required variable is missing, or for an unknown key. */
export function readCompose(
  variables: Readonly<Record<string, string>>,
  text = readFileSync('compose.yaml', 'utf8'),
): Compose {
  const insert = (_: string, name: string, operator = '', word = '') => {
    const value = variables[name] ?? ''
    if (value === '' && operator === '?') throw new Error(`${name} ${word}`)
    return value === '' && operator === '-' ? word : value
  }
  const reviver = (_: unknown, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, insert) : value
  const content: unknown = parse(text, reviver, { merge: true })
  return file.parse(content)
}

export const PASSWORD = 'a1b2c3'

/** The services that run the image of the Dockerfile. */
export const instancesOf = ({ services }: Compose) =>
  Object.entries(services).filter(([, { build }]) => build !== undefined)
