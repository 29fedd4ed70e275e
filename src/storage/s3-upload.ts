import { setTimeout as delay } from 'node:timers/promises'
import type { NewObject } from './object-store.js'
import { ATTEMPTS, type Connected, inBucket } from './s3-connection.js'
import { openSpool } from './spool.js'

const PAUSE_MS = 200

/** Begins an object of a bucket. Its bytes wait on the disk until it is complete. */
export async function upload(
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
        return inBucket(name, () => client.send(command))
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
