import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export interface ComposeService {
  readonly build?: string
  readonly image: string
  readonly pull_policy?: string
  readonly init?: boolean
  readonly read_only?: boolean
  readonly user?: string
  readonly tmpfs?: readonly string[]
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly stop_grace_period?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } }
  }
  readonly volumes: Readonly<Record<string, unknown>>
}

/** compose.yaml with the values of variables, as Docker Compose reads it. Throws if a required variable is missing. */
export function readCompose(variables: Readonly<Record<string, string>>): Compose {
  const insert = (_: string, name: string, operator = '', word = '') => {
    const value = variables[name] ?? ''
    if (value === '' && operator === '?') throw new Error(`${name} ${word}`)
    return value === '' && operator === '-' ? word : value
  }
  return parse(readFileSync('compose.yaml', 'utf8'), (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, insert) : value,
  ) as Compose
}

export const PASSWORD = 'a1b2c3'

/** The services that run the image of the Dockerfile. */
export const instancesOf = ({ services }: Compose) =>
  Object.entries(services).filter(([, { build }]) => build !== undefined)
