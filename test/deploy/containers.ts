import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image } from './build-image.js'
import { type ComposeService, instancesOf, PASSWORD, readCompose } from './compose.js'
import { freePort } from '../support/cluster.js'
import { type Running, startContainer, waitUntil } from './processes.js'

/*
 * Starts the containers of compose.yaml as processes of this machine. What depends on the network of the containers is
 * replaced: names and ports of services by free ports of 127.0.0.1, and the database by one of the test's server.
 */

const compose = readCompose({ POSTGRES_PASSWORD: PASSWORD })

/** Options of Node.js with which a process cannot write any file, as in a container with a read-only file system. */
const isOption = (option: string) => process.allowedNodeEnvironmentFlags.has(option)
const READ_ONLY = [
  // Node.js 20 has only the second.
  ...['--permission', '--experimental-permission'].filter(isOption).slice(0, 1),
  // From Node.js 25 on, connections need it.
  ...['--allow-net'].filter(isOption),
  '--allow-fs-read=*',
  '--allow-addons',
].join(' ')

export interface Instance extends Running {
  readonly name: string
  readonly port: number
  readonly environment: Readonly<Record<string, string>>
}

/** Starts the instances with the image's command, and waits until their health checks succeed. */
export async function startInstances(
  image: Image,
  databaseUrl: string,
  more: Readonly<Record<string, string>>,
): Promise<Instance[]> {
  const instances: Instance[] = []
  for (const [name, service] of instancesOf(compose)) {
    const port = await freePort()
    const environment = {
      ...image.environment,
      ...service.environment,
      ...more,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: '127.0.0.1',
      ...(service.read_only && { NODE_OPTIONS: READ_ONLY }),
    }
    instances.push(start(image, service.command ?? image.command, { name, port, environment }))
  }
  for (const instance of instances) await isHealthy(image, instance)
  return instances
}

/** Replaces an instance by a new one, as `docker compose up --no-deps --wait instance-1` does. */
export async function recreate(image: Image, instance: Instance): Promise<Instance> {
  instance.child.kill('SIGTERM')
  await instance.exited
  const { name, port, environment } = instance
  const created = start(image, image.command, { name, port, environment })
  await isHealthy(image, created)
  return created
}

const start = (
  { folder }: Image,
  command: readonly string[],
  container: Pick<Instance, 'name' | 'port' | 'environment'>,
): Instance => ({
  ...container,
  ...startContainer(command, { folder, environment: container.environment }),
})

const isHealthy = (image: Image, instance: Instance) =>
  waitUntil(async () => (await checkHealth(image, instance)) === 0, instance)

/** The exit status of the image's health check in an instance. */
export const checkHealth = ({ healthcheck, folder }: Image, { environment }: Instance) =>
  startContainer(healthcheck, { folder, environment }).exited

export interface Proxy extends Running {
  readonly port: number
  /** The log of the requests that nginx has answered itself. */
  readonly refused: () => Promise<string>
  /** The exit status of the proxy's health check. */
  readonly checkHealth: () => Running['exited']
}

/** Starts nginx with deploy/nginx.conf and the command of compose.yaml. Its standard output is a file. */
export async function startProxy(
  nginx: string,
  instances: readonly Pick<Instance, 'name' | 'port'>[],
  folder: string,
): Promise<Proxy> {
  const { command = [], volumes = [] } = compose.services['proxy'] as ComposeService
  const [source = '', target = ''] = volumes[0]?.split(':') ?? []
  const port = await freePort()
  const temporary = join(folder, 'tmp')
  const file = join(folder, 'nginx.conf')
  await mkdir(temporary)
  await chmod(temporary, 0o777)
  const replacements = [
    ...instances.map(({ name, port: of }) => [`${name}:4000`, `127.0.0.1:${of}`] as const),
    ['listen 8080 ', `listen 127.0.0.1:${port} `] as const,
  ]
  const log = join(temporary, 'stdout')
  let text = (await readFile(source, 'utf8'))
    .replaceAll(' /tmp/', ` ${temporary}/`)
    .replaceAll(' /dev/stdout ', ` ${log} `)
  for (const [from, to] of replacements) {
    if (text.split(from).length !== 2) throw new Error(`expected "${from}" once in ${source}`)
    text = text.replace(from, to)
  }
  await writeFile(file, text)
  const [, ...args] = command.map((word) => (word === target ? file : word))
  const running = startContainer([nginx, ...args], { folder, environment: {} })
  const responds = async () => (await fetch(`http://127.0.0.1:${port}/ready`)).status > 0
  await waitUntil(responds, running).catch((error: unknown) => {
    running.child.kill('SIGTERM')
    throw error
  })
  const healthcheck = (compose.services['proxy']?.healthcheck?.test ?? []).map((word) =>
    word.replace(':8080/', `:${port}/`),
  )
  return {
    ...running,
    port,
    refused: () => readFile(log, 'utf8').catch(() => ''),
    checkHealth: () => startContainer(healthcheck.slice(1), { folder, environment: {} }).exited,
  }
}
