import { ObjectMissingError, whenAvailable } from './object-store.js'
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
export const ATTEMPTS = 3

const ignore = () => undefined
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** A client, with the commands that it sends. */
export interface Connected {
  readonly sdk: typeof Sdk
  readonly client: Sdk.S3Client
}

/** Loads the SDK. */
export async function connect({
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

/** Throws an `ObjectMissingError` or a `StoreUnavailableError` if the request fails. */
export const inBucket = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  whenAvailable('The bucket of the documents', () =>
    work().catch((error: unknown) => {
      throw isMissing(error) ? new ObjectMissingError(name, error) : error
    }),
  )

function isMissing(error: unknown): boolean {
  const { name: code, $metadata } = error as {
    name?: string
    $metadata?: { httpStatusCode?: number }
  }
  return code === 'NoSuchKey' || (code === 'NotFound' && $metadata?.httpStatusCode === 404)
}
