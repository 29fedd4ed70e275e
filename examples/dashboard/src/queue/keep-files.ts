import { v7 as newId } from 'uuid'
import { MAX_FILE_BYTES, type QueuedFile } from './entry.js'
import { TOO_LARGE } from './response.js'
import { writeFile } from './store.js'

/** Stores the content of files in this browser, which an entry of the queue can then have. */
export async function keepFiles(files: readonly File[]): Promise<QueuedFile[]> {
  // Otherwise a browser may delete what pages have stored when the device is full. Without HTTPS there is no `storage`.
  const { storage } = navigator as Partial<Pick<Navigator, 'storage'>>
  void storage?.persist().catch(() => false)
  const kept = files.map((content) => {
    const { name, type, size } = content
    const refusal = size > MAX_FILE_BYTES ? TOO_LARGE : null
    return { content, file: { id: newId(), name, type, size, sentAt: null, refusal } }
  })
  for (const { content, file } of kept) await writeFile(file.id, content)
  return kept.map(({ file }) => file)
}
