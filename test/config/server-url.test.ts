import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { createPrimaryFinder } from '../../src/db/find-primary.js'
import { parseServerUrl } from '../../src/config/server-url.js'
import { isDatabaseUnavailable } from '../../src/db/unavailable.js'

describe('the URL of a server', () => {
  it('may have several hosts, with or without ports', () => {
    const text = 'postgresql://ann:a%2Cb@one:5433,[::1],three/name?target_session_attrs=read-write'
    expect(parseServerUrl(text)).toEqual({
      url: 'postgresql://ann:a%2Cb@one:5433/name',
      hosts: [
        { host: 'one', port: 5433 },
        { host: '::1', port: 5432 },
        { host: 'three', port: 5432 },
      ],
    })
  })

  it('with one host is not searched, unless it says so', () => {
    expect(parseServerUrl('postgres://one/name')?.hosts).toBeUndefined()
    const text = 'postgres://one/name?target_session_attrs=primary&ssl=true'
    expect(parseServerUrl(text)).toEqual({
      url: 'postgres://one/name?ssl=true',
      hosts: [{ host: 'one', port: 5432 }],
    })
  })

  it.each([
    'mysql://one/name',
    'postgresql://one,/name',
    'postgresql://one:70000,two/name',
    'postgresql://one:port,two/name',
    'postgresql://one,two/name?target_session_attrs=standby',
  ])('is invalid: %s', (text) => {
    expect(parseServerUrl(text)).toBeUndefined()
    expect(() => readConfig({ DATABASE_URL: text })).toThrow('DATABASE_URL: must be a URL')
  })
})

describe('DATABASE_REPLICA_URLS', () => {
  const DATABASE_URL = 'postgresql://one,two/name'
  const urlsOf = (DATABASE_REPLICA_URLS: string) =>
    readConfig({ DATABASE_URL, DATABASE_REPLICA_URLS }).databaseReplicaUrls

  it('has URLs, separated by commas or white space', () => {
    const urls = ['postgresql://a@three/name', 'postgres://four:5433/name']
    expect(urlsOf(urls.join())).toEqual(urls)
    expect(urlsOf(` ${urls.join(' ,\n ')}`)).toEqual(urls)
  })

  it('has one host in each URL, and requires DATABASE_URL', () => {
    expect(() => urlsOf('postgresql://three,four/name')).toThrow('of one host each')
    expect(() => urlsOf('three')).toThrow('DATABASE_REPLICA_URLS: must be URLs')
    expect(() => readConfig({ DATABASE_REPLICA_URLS: 'postgresql://three/name' })).toThrow(
      'DATABASE_REPLICA_URLS: requires DATABASE_URL',
    )
  })
})

it('a search that finds no primary means that the database is unavailable', async () => {
  const hosts = [1, 2].map((port) => ({ host: '127.0.0.1', port }))
  const error = await createPrimaryFinder(hosts, {})().catch((reason: unknown) => reason)
  expect(String(error)).toContain('No host of DATABASE_URL accepts writes')
  expect(isDatabaseUnavailable(error)).toBe(true)
})
