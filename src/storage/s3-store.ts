import type { Readable } from 'node:stream'
import { ObjectMissingError, type ObjectStore } from './object-store.js'
import { connect, type Connected, type S3Config, inBucket } from './s3-connection.js'
import { upload } from './s3-upload.js'

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
      const { Body } = await inBucket(name, () => client.send(command))
      return Body as Readable
    },
    sizeOf: async (name) => {
      const { sdk, client } = await s3()
      try {
        const command = new sdk.HeadObjectCommand(of(name))
        return (await inBucket(name, () => client.send(command))).ContentLength
      } catch (error) {
        if (error instanceof ObjectMissingError) return undefined
        throw error
      }
    },
    delete: async (name) => {
      const { sdk, client } = await s3()
      await inBucket(name, () => client.send(new sdk.DeleteObjectCommand(of(name))))
    },
    async *list() {
      const { sdk, client } = await s3()
      let token: string | undefined
      do {
        const page = { Bucket: bucket, Prefix: prefix, ContinuationToken: token }
        const command = new sdk.ListObjectsV2Command(page)
        const { Contents = [], NextContinuationToken } = await inBucket(prefix, () =>
          client.send(command),
        )
        for (const { Key = '' } of Contents) yield Key.slice(prefix.length)
        token = NextContinuationToken
      } while (token !== undefined)
    },
  }
}
