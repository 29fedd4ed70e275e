import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/config/config.js'
import { variables } from '../../src/config/variables.js'

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
    expect(blank.sort()).toEqual([
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
      'AWS_SESSION_TOKEN',
      'BOOTSTRAP_ADMIN_EMAIL',
      'BOOTSTRAP_ADMIN_PASSWORD_FILE',
      'BOOTSTRAP_COMPANY',
      'CORS_ORIGINS',
      'DASHBOARD',
      'DATABASE_REPLICA_URLS',
      'DATABASE_URL',
      'DOCS',
      'DOCUMENT_FOLDER',
      'LOG_FORMAT',
      'MAIL_DIR',
      'METRICS_PORT',
      'METRICS_TOKEN',
      'MIGRATION_DATABASE_URL',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'PASSWORD_RESET_URL',
      'PLAYGROUND',
      'PUBLIC_URL',
      'S3_BUCKET',
      'S3_ENDPOINT',
      'S3_PREFIX',
      'SMTP_URL',
      'TRUSTED_DOCUMENTS',
      'WEBHOOK_ENCRYPTION_KEY',
    ])
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
      'DATABASE_URL: must be a URL like postgresql://user@host/name, or embedded',
      'DURABLE: must be one of on, off',
      'MAX_DEPTH: must be a whole number from 1 to 100',
      'NODE_ENV: must be one of development, production, test',
      'PORT: must be a whole number from 0 to 65535',
      'TRUST_PROXY: must be on, off, or IP addresses and networks like 10.0.0.0/8,::1',
    ])
  })

  test('the parameter pgbouncer of a URL is true or false', () => {
    const url = 'postgresql://user@host/name?pgbouncer='
    expect(errorsOf({ DATABASE_URL: `${url}yes`, MIGRATION_DATABASE_URL: `${url}1` })).toEqual([
      'DATABASE_URL: the parameter pgbouncer must be true or false',
      'MIGRATION_DATABASE_URL: the parameter pgbouncer must be true or false',
    ])
    expect(readConfig({ DATABASE_URL: `${url}true` }).databaseUrl).toBe(`${url}true`)
  })

  test('an error does not contain the value, which may be a password', () => {
    expect(errorsOf({ DATABASE_URL: 'postgress://admin:hunter2@db/x' }).join()).not.toContain(
      'hunter2',
    )
  })

  test('mail goes to the SMTP server, or into a folder; by default not at all in production', () => {
    const from = 'Field Inspection Service <no-reply@localhost>'
    const mailOf = (env: Record<string, string>) => readConfig(env).mail
    expect(mailOf({ DATA_DIR: '/data' })).toEqual({ folder: '/data/mail', from })
    expect(mailOf({ MAIL_DIR: '/mail', MAIL_FROM: 'a@b.example' })).toEqual({
      folder: '/mail',
      from: 'a@b.example',
    })
    const url = 'smtp://mail.example:587'
    expect(mailOf({ SMTP_URL: url, MAIL_DIR: '/mail' })).toEqual({ url, from })
    const production = { NODE_ENV: 'production', DATABASE_URL: 'embedded' }
    expect(mailOf(production)).toBeUndefined()
    expect(mailOf({ ...production, MAIL_DIR: '/mail' })).toEqual({ folder: '/mail', from })
  })

  test('CORS_ORIGINS is a list of origins as browsers send them', () => {
    const originsOf = (CORS_ORIGINS: string) => readConfig({ CORS_ORIGINS }).corsOrigins
    expect(originsOf('https://app.example, http://localhost:3000,capacitor://localhost')).toEqual([
      'https://app.example',
      'http://localhost:3000',
      'capacitor://localhost',
    ])
    expect([originsOf('*'), originsOf('off'), readConfig({}).corsOrigins]).toEqual([
      '*',
      [],
      'loopback',
    ])
    expect(readConfig({ NODE_ENV: 'production', DATABASE_URL: 'embedded' }).corsOrigins).toEqual([])
    for (const CORS_ORIGINS of [
      'app.example',
      'https://app.example/',
      'https://App.example',
      'https://app.example:443',
      'https://*.example',
      'https://app.example,*',
      'null',
      'https://',
    ]) {
      expect(errorsOf({ CORS_ORIGINS }), CORS_ORIGINS).toEqual([
        'CORS_ORIGINS: must be *, off, or origins like https://app.example,https://other.example:8443',
      ])
    }
  })

  test('trusted documents turn the playground off', () => {
    const TRUSTED_DOCUMENTS = 'documents.json'
    expect(readConfig({ TRUSTED_DOCUMENTS }).playground).toBe(false)
    expect(errorsOf({ TRUSTED_DOCUMENTS, PLAYGROUND: 'on' })).toEqual([
      'PLAYGROUND: must be off with TRUSTED_DOCUMENTS: the documents of the playground are not trusted',
    ])
  })

  test('an SMTP server and the page for new passwords are URLs; the page needs a place for the token', () => {
    const errors = errorsOf({ SMTP_URL: 'mail.example', PASSWORD_RESET_URL: 'https://x.example' })
    expect(errors.sort()).toEqual([
      'PASSWORD_RESET_URL: must contain {token}',
      'SMTP_URL: must be a URL like smtp://user:password@host:587',
    ])
    const url = 'https://x.example/reset?token={token}'
    expect(readConfig({ PASSWORD_RESET_URL: url }).passwordResetUrl).toBe(url)
  })

  test('the playground is on except in production, unless it is set', () => {
    expect(readConfig({}).playground).toBe(true)
    const production = { NODE_ENV: 'production', DATABASE_URL: 'embedded' }
    expect(readConfig(production).playground).toBe(false)
    expect(readConfig({ ...production, PLAYGROUND: 'on' }).playground).toBe(true)
    expect(readConfig({ PLAYGROUND: 'off' }).playground).toBe(false)
  })

  test('the documentation is public, but in production only for clients with a session', () => {
    expect(readConfig({}).docs).toBe('public')
    const production = { NODE_ENV: 'production', DATABASE_URL: 'embedded' }
    expect(readConfig(production).docs).toBe('signed-in')
    expect(readConfig({ ...production, DOCS: 'public' }).docs).toBe('public')
    expect(readConfig({ DOCS: 'off' }).docs).toBe('off')
    expect(readConfig({ PAGES: 'off' }).docs).toBe('off')
    expect(errorsOf({ PAGES: 'off', DOCS: 'public' })).toEqual([
      'DOCS: must be off with PAGES=off, which turns all pages off',
    ])
  })

  test('the dashboard is on except in production, unless it is set', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'embedded' }
    expect(readConfig({}).dashboard).toBe(true)
    expect(readConfig({ TRUSTED_DOCUMENTS: 'documents.json' }).dashboard).toBe(false)
    expect(readConfig(production).dashboard).toBe(false)
    expect(readConfig({ ...production, DASHBOARD: 'on' }).dashboard).toBe(true)
    expect(readConfig({ PAGES: 'off' }).dashboard).toBe(false)
    expect(errorsOf({ PAGES: 'off', DASHBOARD: 'on' })).toEqual([
      'DASHBOARD: must be off with PAGES=off, which turns all pages off',
    ])
  })

  test('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', HOST: '' })).toEqual(readConfig({}))
  })

  test('production needs DATABASE_URL, and embedded chooses the embedded database', () => {
    expect(errorsOf({ NODE_ENV: 'production', DATABASE_URL: ' ', MAX_DEPTH: 'x' })).toEqual([
      'MAX_DEPTH: must be a whole number from 1 to 100',
      'DATABASE_URL: is required in production: a PostgreSQL server, or embedded for the embedded database',
    ])
    for (const NODE_ENV of ['production', 'development']) {
      expect(readConfig({ NODE_ENV, DATABASE_URL: 'embedded' }).databaseUrl).toBeUndefined()
    }
    const url = 'postgresql://me@db/service'
    expect(readConfig({ NODE_ENV: 'production', DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  test('the BOOTSTRAP variables are set together, or none is', () => {
    expect(readConfig({}).bootstrap).toBeUndefined()
    const all = {
      BOOTSTRAP_COMPANY: 'Acme',
      BOOTSTRAP_ADMIN_EMAIL: 'ann@acme.example',
      BOOTSTRAP_ADMIN_PASSWORD_FILE: '/run/secrets/password',
    }
    expect(readConfig(all).bootstrap).toEqual({
      company: 'Acme',
      adminEmail: 'ann@acme.example',
      adminPasswordFile: '/run/secrets/password',
    })
    expect(errorsOf({ ...all, BOOTSTRAP_COMPANY: '' })).toEqual([
      'BOOTSTRAP_COMPANY: is required with the other BOOTSTRAP variables',
    ])
  })

  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['NODE_EVN', 'NODE_ENV'],
    ['DATADIR', 'DATA_DIR'],
    ['BOOTSTRAP_ADMIN_MAIL', 'BOOTSTRAP_ADMIN_EMAIL'],
  ])('the unknown variable %s is an error that names %s', (name, nearest) => {
    expect(errorsOf({ [name]: 'secret' })).toEqual([
      `${name}: is unknown; did you mean ${nearest}? Otherwise unset it`,
    ])
    expect(readConfig({ [name]: '' })).toEqual(readConfig({}))
  })

  test.each(['PATH', 'HOME', 'POST', 'HOSTNAME', 'DATABASE_PORT', 'HTTPS_PROXY', 'NODE_OPTIONS'])(
    'the variable %s of another program is ignored',
    (name) => {
      expect(readConfig({ [name]: 'x' })).toEqual(readConfig({}))
    },
  )

  test('TRUST_PROXY takes on, off, and lists of addresses and networks', () => {
    expect(readConfig({ TRUST_PROXY: 'on' }).trustProxy).toBe(true)
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1'])
    expect(errorsOf({ TRUST_PROXY: '10.0.0.0/33' })).toHaveLength(1)
    expect(errorsOf({ TRUST_PROXY: '0.0.0.0/0' })).toHaveLength(1)
  })
})
