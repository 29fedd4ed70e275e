import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { MAX_FILE_BYTES } from '../../src/domain/document/receive-content.js'
import { MAX_DOCUMENT_BYTES } from '../../src/domain/job/new-files.js'
import { FORM_BYTES } from '../../src/set-a/job/uploads.js'
import { instancesOf, PASSWORD, readCompose } from './compose.js'
import { readStages } from './dockerfile.js'

const MEGABYTE = 1_048_576

const compose = readCompose({ POSTGRES_PASSWORD: PASSWORD })
const { database, proxy, ...others } = compose.services
const instances = instancesOf(compose)
const nginx = readFileSync('deploy/nginx.conf', 'utf8')

it('has PostgreSQL, two equal instances of the image, and a proxy', () => {
  expect(Object.keys(others)).toEqual(instances.map(([name]) => name))
  expect(instances.map(([name]) => name)).toEqual(['instance-1', 'instance-2'])
  const [first, second] = instances.map(([, service]) => ({ ...service, networks: undefined }))
  expect(first).toEqual(second)
  expect(existsSync(`${instances[0]?.[1].build?.context ?? ''}/Dockerfile`)).toBe(true)
  expect([database?.image, proxy?.image]).toEqual([
    expect.stringMatching(/^postgres:(1[5-9]|[2-9]\d)-\w+$/),
    expect.stringMatching(/^nginx:\d+\.\d+-/),
  ])
})

it.each([
  [{ SOURCE_COMMIT: 'abc' }, 'abc'],
  [{}, 'unknown'],
])('builds the image with %o as the commit %s', (variables, commit) => {
  const built = instancesOf(readCompose({ POSTGRES_PASSWORD: PASSWORD, ...variables }))
  for (const [, { build }] of built) expect(build?.args).toEqual({ SOURCE_COMMIT: commit })
  expect(readFileSync('Dockerfile', 'utf8')).toMatch(
    /^ARG SOURCE_COMMIT=unknown\nRUN npm run build$/m,
  )
})

it.each(['services', 'read_only', 'pull_policy', 'start_period', 'condition', 'subnet'])(
  'would find %s misspelt',
  (key) => {
    const text = readFileSync('compose.yaml', 'utf8').replace(`${key}:`, `${key}s:`)
    expect(() => readCompose({ POSTGRES_PASSWORD: PASSWORD }, text)).toThrow(`"${key}s"`)
  },
)

it('requires a password for PostgreSQL, and has no secret itself', () => {
  expect(() => readCompose({})).toThrow('POSTGRES_PASSWORD')
  expect(database?.environment?.['POSTGRES_PASSWORD']).toBe(PASSWORD)
  expect(readFileSync('compose.yaml', 'utf8')).not.toMatch(/PASSWORD: (?!\$\{)\S/)
})

it('restricts the instances and the proxy: read-only root, no capabilities, no new privileges', () => {
  for (const [name, service] of [...instances, ['proxy', proxy] as const]) {
    expect([name, service]).toMatchObject([
      name,
      { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
    ])
  }
  // The image's user is that of the Dockerfile.
  expect(instances.map(([, { user, init }]) => [user, init])).toEqual([
    [undefined, true],
    [undefined, true],
  ])
  expect(proxy?.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
})

it('has a configuration that the service accepts, and gives it time to shut down', () => {
  const image = readStages().at(-1)
  const variables = image?.steps.flatMap((step) => (step.type === 'env' ? [step.variables] : []))
  for (const [, { environment = {}, stop_grace_period: period = '' }] of instances) {
    const config = readConfig({ ...variables?.[0], ...environment })
    expect(config).toMatchObject({ environment: 'production', host: '0.0.0.0', port: 4000 })
    const { hostname, pathname, username, password } = new URL(config.databaseUrl ?? '')
    expect(Object.keys(compose.services)).toContain(hostname)
    expect([pathname.slice(1), username, password]).toEqual([
      database?.environment?.['POSTGRES_DB'],
      database?.environment?.['POSTGRES_USER'],
      PASSWORD,
    ])
    const seconds = Number(/^(\d+)s$/.exec(period)?.[1])
    expect(seconds * 1000).toBeGreaterThan(config.shutdownDelayMs + config.shutdownGraceMs)
  }
})

it('gives the instances fixed addresses, so that nginx finds one that was created again', () => {
  const addresses = instances.map(([, { networks }]) => networks?.default.ipv4_address ?? '')
  expect(new Set(addresses).size).toBe(2)
  const [{ subnet } = { subnet: '' }] = compose.networks.default.ipam.config
  expect(subnet).toMatch(/\.0\/24$/)
  for (const address of addresses)
    expect(address.startsWith(subnet.replace(/0\/24$/, ''))).toBe(true)
})

it('limits the memory and the logs of each container', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect([name, service]).toMatchObject([
      name,
      { mem_limit: expect.any(String), logging: { options: { 'max-size': '10m' } } },
    ])
  }
})

it('lets the instances trust the addresses of the proxy, and no others', () => {
  const [{ subnet } = { subnet: '' }] = compose.networks.default.ipam.config
  expect(subnet).not.toBe('')
  for (const [, { environment }] of instances) expect(environment?.['TRUST_PROXY']).toBe(subnet)
})

it('starts the proxy when the instances are ready, and these when PostgreSQL is', () => {
  for (const [, { depends_on: needs }] of instances) {
    expect(needs).toEqual({ database: { condition: 'service_healthy' } })
  }
  const ready = instances.map(([name]) => [name, { condition: 'service_healthy' }])
  expect(proxy?.depends_on).toEqual(Object.fromEntries(ready))
  expect(database?.healthcheck?.test[0]).toBe('CMD')
})

it('has an nginx configuration with the names, ports and limits of the services', () => {
  const config = readConfig({})
  const upstreams = [...nginx.matchAll(/^ +server ([\w-]+):(\d+) /gm)].map(([, host, port]) => [
    host,
    port,
  ])
  expect(upstreams).toEqual(instances.map(([name]) => [name, '4000']))
  const [, listen] = /^ +listen (\d+)/m.exec(nginx) ?? []
  expect(proxy?.ports).toEqual([expect.stringMatching(new RegExp(`:${listen ?? ''}$`))])
  const [file = '', target = ''] = proxy?.volumes?.[0]?.split(':') ?? []
  expect(readFileSync(file, 'utf8')).toBe(nginx)
  expect(proxy?.command).toEqual(['nginx', '-c', target, '-g', 'daemon off;'])

  const secondsOf = (name: string) => Number(new RegExp(`${name} (\\d+)s;`).exec(nginx)?.[1])
  expect(secondsOf('client_header_timeout') * 1000).toBe(config.requestTimeoutMs)
  expect(secondsOf('client_body_timeout') * 1000).toBe(config.requestTimeoutMs)
  const longest = config.databaseStatementTimeoutMs + config.databaseQueueTimeoutMs
  expect(secondsOf('proxy_read_timeout') * 1000).toBeGreaterThan(longest)
  // A form with documents has a megabyte besides its 5 MB, and one with a file at least besides its 25 MB.
  const sizes = [...nginx.matchAll(/client_max_body_size (\d+)m;/g)].map(([, size]) => Number(size))
  expect(sizes.map((size) => size * MEGABYTE)).toEqual([
    config.maxBodyBytes,
    MAX_DOCUMENT_BYTES + FORM_BYTES,
    Math.ceil((MAX_FILE_BYTES + FORM_BYTES) / MEGABYTE) * MEGABYTE,
  ])
})
