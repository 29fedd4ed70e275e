import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sign } from 'aws4'
import S3rver from 's3rver'
import { afterFile } from './after-file.js'
import { makeTemporaryFolder } from './temporary-folder.js'

/** A server with the interface of S3, on the loopback address, with one bucket. */
export interface S3Server {
  /** The variables with which the service uses it. */
  readonly env: Record<string, string>
  /** Answers the next requests with this status; undefined: as S3 does. */
  answerWith: (status: number | undefined) => void
  /** How many requests of a method were answered with a status. */
  readonly count: (method: string, status: number) => number
}

const BUCKET = 'documents'
/** The account of s3rver. */
const ACCOUNT = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

const servers: { close: () => Promise<void> }[] = []
afterFile(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** s3rver does not check signatures of version 4. So this server checks them, with another implementation than that of the SDK. */
export async function startS3Server(): Promise<S3Server> {
  const { folder, remove } = await makeTemporaryFolder()
  const s3 = new S3rver({ directory: folder, silent: true, configureBuckets: [{ name: BUCKET }] })
  await s3.configureBuckets()
  const answer = s3.callback()
  const counts = new Map<string, number>()
  let failure: number | undefined
  const server = createServer((request, response) => {
    response.on('finish', () => {
      const key = `${request.method ?? ''} ${response.statusCode}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
    const status = failure ?? (isSigned(request) ? undefined : 403)
    if (status === undefined) {
      answer(request, response)
      return
    }
    request.resume()
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push({
    close: async () => {
      server.closeAllConnections()
      server.close()
      await remove()
    },
  })
  const { port } = server.address() as AddressInfo
  return {
    env: {
      S3_BUCKET: BUCKET,
      S3_PREFIX: 'fis',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_PATH_STYLE: 'on',
      AWS_ACCESS_KEY_ID: ACCOUNT.accessKeyId,
      AWS_SECRET_ACCESS_KEY: ACCOUNT.secretAccessKey,
    },
    answerWith: (status) => (failure = status),
    count: (method, status) => counts.get(`${method} ${status}`) ?? 0,
  }
}

/** Whether the signature of a request is that of its method, path and signed headers. */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const { authorization = '' } = headers
  const [, scope = '', names = ''] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+)/.exec(authorization) ?? []
  const [, region = ''] = scope.split('/')
  const signed = Object.fromEntries(
    names.split(';').map((name) => [name, String(headers[name] ?? '')]),
  )
  const { headers: expected } = sign(
    {
      method,
      path: url,
      service: 's3',
      region,
      headers: signed,
      extraHeadersToInclude: { range: true },
    },
    ACCOUNT,
  )
  const given = (text: unknown) => /Signature=(\w+)/.exec(String(text))?.[1]
  return (
    given(authorization) !== undefined && given(authorization) === given(expected?.Authorization)
  )
}
