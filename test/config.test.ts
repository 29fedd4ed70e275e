import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, variables } from '../src/config.js'

function complaintsAbout(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.complaints
    throw error
  }
  return []
}

describe('readConfig', () => {
  test('.env.example names every variable and gives each its default', () => {
    const example = parseEnv(readFileSync('.env.example', 'utf8')) as Record<string, string>
    expect(Object.keys(example).sort()).toEqual(Object.keys(variables.shape).sort())
    expect(readConfig(example)).toEqual(readConfig({}))
  })

  test('every default of .env.example is written out, unless unset means something', () => {
    const example = parseEnv(readFileSync('.env.example', 'utf8')) as Record<string, string>
    const blank = Object.keys(example).filter((name) => example[name] === '')
    expect(blank).toEqual(['DATABASE_URL', 'PLAYGROUND'])
  })

  test('all complaints come at once and name their variable', () => {
    const complaints = complaintsAbout({
      PORT: '65536',
      DATABASE_URL: 'mysql://root@localhost/x',
      NODE_ENV: 'staging',
      DURABLE: 'yes',
      MAX_DEPTH: '1e3',
      TRUST_PROXY: 'nginx',
    })
    expect(complaints.map((complaint) => complaint.split(':')[0]).sort()).toEqual([
      'DATABASE_URL',
      'DURABLE',
      'MAX_DEPTH',
      'NODE_ENV',
      'PORT',
      'TRUST_PROXY',
    ])
  })

  test('a complaint never repeats a value, which may be a password', () => {
    expect(
      complaintsAbout({ DATABASE_URL: 'postgress://admin:hunter2@db/x' }).join(),
    ).not.toContain('hunter2')
  })

  test('the playground is on except in production, unless it is asked for', () => {
    expect(readConfig({}).playground).toBe(true)
    expect(readConfig({ NODE_ENV: 'production' }).playground).toBe(false)
    expect(readConfig({ NODE_ENV: 'production', PLAYGROUND: 'on' }).playground).toBe(true)
    expect(readConfig({ PLAYGROUND: 'off' }).playground).toBe(false)
  })

  test('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', HOST: '' })).toEqual(readConfig({}))
  })

  test('proxies are believed when they are everybody, or named networks', () => {
    expect(readConfig({ TRUST_PROXY: 'on' }).trustProxy).toBe(true)
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1'])
    expect(complaintsAbout({ TRUST_PROXY: '10.0.0.0/33' })).toHaveLength(1)
    expect(complaintsAbout({ TRUST_PROXY: '0.0.0.0/0' })).toHaveLength(1)
  })
})
