import type { Place, StorageConfig } from '../storage/stores.js'

interface Variables {
  readonly DOCUMENT_STORAGE: Place
  readonly DOCUMENT_FOLDER?: string | undefined
  readonly S3_BUCKET?: string | undefined
  readonly S3_PREFIX?: string | undefined
  readonly S3_REGION: string
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_PATH_STYLE: boolean
  readonly AWS_ACCESS_KEY_ID?: string | undefined
  readonly AWS_SECRET_ACCESS_KEY?: string | undefined
  readonly AWS_SESSION_TOKEN?: string | undefined
}

/** Where documents are stored, and the stores that can be read. */
export function storageConfigOf(read: Variables): StorageConfig {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = read
  const { AWS_SESSION_TOKEN: sessionToken, S3_BUCKET: bucket } = read
  const credentials =
    accessKeyId === undefined || secretAccessKey === undefined
      ? undefined
      : { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
  return {
    place: read.DOCUMENT_STORAGE,
    folder: read.DOCUMENT_FOLDER,
    s3: bucket === undefined ? undefined : { bucket, ...bucketOf(read), credentials },
  }
}

const bucketOf = ({
  S3_PREFIX: prefix = '',
  S3_REGION,
  S3_ENDPOINT,
  S3_PATH_STYLE,
}: Variables) => ({
  prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
  region: S3_REGION,
  endpoint: S3_ENDPOINT,
  pathStyle: S3_PATH_STYLE,
})
