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
  test('.env.example has every variable with its default', () => {
    const example = parseEnv(readFileSync('.env.example', 'utf8')) as Record<string, string>
    expect(Object.keys(example).sort()).toEqual(Object.keys(variables.shape).sort())
    expect(readConfig(example)).toEqual(readConfig({}))
  })

  test('only variables without a default are empty in .env.example', () => {
    const example = parseEnv(readFileSync('.env.example', 'utf8')) as Record<string, string>
    const blank = Object.keys(example).filter((name) => example[name] === '')
    expect(blank).toEqual(['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'PLAYGROUND'])
  })

  test('lists all errors, each with its variable and what it must be', () => {
    const errors = errorsOf({
      PORT: '65536',
      DATABASE_URL: 'mysql://root@localhost/x',
      NODE_ENV: 'staging',
      DURABLE: 'yes',
      MAX_DEPTH: '1e3',
      TRUST_PROXY: 'nginx',
    })
    expect(errors.sort()).toEqual([
      'DATABASE_URL: must be a URL like postgresql://user@host/name',
      'DURABLE: must be one of on, off',
      'MAX_DEPTH: must be a whole number from 1 to 100',
      'NODE_ENV: must be one of development, production, test',
      'PORT: must be a whole number from 0 to 65535',
      'TRUST_PROXY: must be on, off, or IP addresses and networks like 10.0.0.0/8,::1',
    ])
  })

  test('an error does not contain the value, which may be a password', () => {
    expect(errorsOf({ DATABASE_URL: 'postgress://admin:hunter2@db/x' }).join()).not.toContain(
      'hunter2',
    )
  })

  test('the playground is on except in production, unless it is set', () => {
    expect(readConfig({}).playground).toBe(true)
    expect(readConfig({ NODE_ENV: 'production' }).playground).toBe(false)
    expect(readConfig({ NODE_ENV: 'production', PLAYGROUND: 'on' }).playground).toBe(true)
    expect(readConfig({ PLAYGROUND: 'off' }).playground).toBe(false)
  })

  test('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', HOST: '' })).toEqual(readConfig({}))
  })

  test('TRUST_PROXY takes on, off, and lists of addresses and networks', () => {
    expect(readConfig({ TRUST_PROXY: 'on' }).trustProxy).toBe(true)
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1'])
    expect(errorsOf({ TRUST_PROXY: '10.0.0.0/33' })).toHaveLength(1)
    expect(errorsOf({ TRUST_PROXY: '0.0.0.0/0' })).toHaveLength(1)
  })
})
