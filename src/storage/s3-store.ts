import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type NewObject,
  ObjectMissingError,
  type ObjectStore,
  StoreUnavailableError,
} from './object-store.js'
import { openSpool } from './spool.js'
import type * as Sdk from './s3-sdk.js'

/** A bucket of S3, or of a server with the same interface. */
export interface S3Config {
  readonly bucket: string
  /** The start of the names of all objects: empty, or with a slash at its end. */
  readonly prefix: string
  readonly region: string
  /** Undefined: Amazon's. */
  readonly endpoint: string | undefined
  /** Whether the bucket is a part of the path instead of the host name. */
  readonly pathStyle: boolean
  /** Undefined: those that the SDK finds, such as those of a container's role. */
  readonly credentials:
    | {
        readonly accessKeyId: string
        readonly secretAccessKey: string
        readonly sessionToken?: string
      }
    | undefined
}

const CONNECT_MS = 5000
/** The longest time without progress of a request. */
const IDLE_MS = 15_000

/** The SDK repeats all requests but uploads, whose body is a stream. */
const ATTEMPTS = 3
const PAUSE_MS = 200

const ignore = () => undefined
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/**
 * Keeps objects in a bucket. An object waits on the disk until its size and hash are known, and is then sent in one request with both.
 * So the memory for an upload is small, and there are no uploads of several parts that could remain unfinished in the bucket.
 */
export function createS3Store({ bucket, prefix, ...config }: S3Config): ObjectStore {
  // Loaded with the first use, because most instances have no bucket.
  let loaded: Promise<Connected> | undefined
  const s3 = () => (loaded ??= connect(config))
  const of = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  return {
    create: (name) => upload(name, of(name), s3),
    open: async (name, from) => {
      const { sdk, client } = await s3()
      const range = from > 0 ? { Range: `bytes=${from}-` } : {}
      const command = new sdk.GetObjectCommand({ ...of(name), ...range })
      const { Body } = await whenAvailable(name, () => client.send(command))
      return Body as Readable
    },
    sizeOf: async (name) => {
      const { sdk, client } = await s3()
      try {
        const command = new sdk.HeadObjectCommand(of(name))
        return (await whenAvailable(name, () => client.send(command))).ContentLength
      } catch (error) {
        if (error instanceof ObjectMissingError) return undefined
        throw error
      }
    },
    delete: async (name) => {
      const { sdk, client } = await s3()
      await whenAvailable(name, () => client.send(new sdk.DeleteObjectCommand(of(name))))
    },
    async *list() {
      const { sdk, client } = await s3()
      let token: string | undefined
      do {
        const page = { Bucket: bucket, Prefix: prefix, ContinuationToken: token }
        const command = new sdk.ListObjectsV2Command(page)
        const { Contents = [], NextContinuationToken } = await whenAvailable(prefix, () =>
          client.send(command),
        )
        for (const { Key = '' } of Contents) yield Key.slice(prefix.length)
        token = NextContinuationToken
      } while (token !== undefined)
    },
  }
}

/** A client, with the commands that it sends. */
interface Connected {
  readonly sdk: typeof Sdk
  readonly client: Sdk.S3Client
}

async function connect({
  region,
  endpoint,
  pathStyle,
  credentials,
}: Omit<S3Config, 'bucket' | 'prefix'>): Promise<Connected> {
  const sdk = await import('./s3-sdk.js')
  const client = new sdk.S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    // Older servers do not know the checksums that the SDK adds by default; `upload` sends the SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The service logs the errors that it gets.
    logger: SILENT,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
  })
  return { sdk, client }
}

async function upload(
  name: string,
  place: { readonly Bucket: string; readonly Key: string },
  s3: () => Promise<Connected>,
): Promise<NewObject> {
  const spool = await openSpool()
  return {
    write: (part) => spool.write(part),
    complete: async (sha256) => {
      const { sdk, client } = await s3()
      const send = () => {
        const command = new sdk.PutObjectCommand({
          ...place,
          Body: spool.read(),
          ContentLength: spool.size(),
          ChecksumSHA256: Buffer.from(sha256).toString('base64'),
        })
        return whenAvailable(name, () => client.send(command))
      }
      for (let attempt = 1; ; attempt += 1) {
        try {
          await send()
          break
        } catch (error) {
          if (attempt === ATTEMPTS) throw error
          await delay(PAUSE_MS * attempt)
        }
      }
      await spool.close()
    },
    discard: () => spool.close(),
  }
}

async function whenAvailable<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { name: code, $metadata } = error as {
      name?: string
      $metadata?: { httpStatusCode?: number }
    }
    if (code === 'NoSuchKey' || (code === 'NotFound' && $metadata?.httpStatusCode === 404))
      throw new ObjectMissingError(name, error)
    throw new StoreUnavailableError('The bucket of the documents cannot be used.', { cause: error })
  }
}
