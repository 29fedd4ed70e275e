import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, variables } from '../src/config.js'

function errorsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.errors
    throw error
  }
  return []
}

describe('readConfig', () => {
  test('.env.example lists every variable with its default', () => {
    const example = parseEnv(readFileSync('.env.example', 'utf8')) as Record<string, string>
    expect(Object.keys(example).sort()).toEqual(Object.keys(variables.shape).sort())
    expect(readConfig(example)).toEqual(readConfig({}))
  })

  test('.env.example states every default, unless the variable may be unset', () => {
    const example = parseEnv(readFileSync('.env.example', 'utf8')) as Record<string, string>
    const blank = Object.keys(example).filter((name) => example[name] === '')
    expect(blank).toEqual(['DATABASE_URL', 'PLAYGROUND'])
  })

  test('all errors are reported together, each with its variable', () => {
    const errors = errorsOf({
      PORT: '65536',
      DATABASE_URL: 'mysql://root@localhost/x',
      NODE_ENV: 'staging',
      DURABLE: 'yes',
      MAX_DEPTH: '1e3',
      TRUST_PROXY: 'nginx',
    })
    expect(errors.map((error) => error.split(':')[0]).sort()).toEqual([
      'DATABASE_URL',
      'DURABLE',
      'MAX_DEPTH',
      'NODE_ENV',
      'PORT',
      'TRUST_PROXY',
    ])
  })

  test('an error never contains the value, which may be a password', () => {
    expect(errorsOf({ DATABASE_URL: 'postgress://admin:hunter2@db/x' }).join()).not.toContain(
      'hunter2',
    )
  })

  test('the playground is on outside production, and in production if it is enabled', () => {
    expect(readConfig({}).playground).toBe(true)
    expect(readConfig({ NODE_ENV: 'production' }).playground).toBe(false)
    expect(readConfig({ NODE_ENV: 'production', PLAYGROUND: 'on' }).playground).toBe(true)
    expect(readConfig({ PLAYGROUND: 'off' }).playground).toBe(false)
  })

  test('an empty variable is treated as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', HOST: '' })).toEqual(readConfig({}))
  })

  test('TRUST_PROXY accepts all proxies or a list of networks', () => {
    expect(readConfig({ TRUST_PROXY: 'on' }).trustProxy).toBe(true)
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1'])
    expect(errorsOf({ TRUST_PROXY: '10.0.0.0/33' })).toHaveLength(1)
    expect(errorsOf({ TRUST_PROXY: '0.0.0.0/0' })).toHaveLength(1)
  })
})
