import { createStore, del, delMany, get, promisifyRequest, set, values } from 'idb-keyval'
import type { Entry } from './entry.js'

// A database each: `createStore` makes one object store in a database. Both stay until their entries are sent or discarded.
const ENTRIES = createStore('fis.queue', 'entries')
const FILES = createStore('fis.files', 'files')

/** The entries of a user, the oldest first: their keys rise. */
export async function readEntries(userId: string): Promise<Entry[]> {
  const all = await values<Entry>(ENTRIES)
  return all.filter((entry) => entry.userId === userId)
}

/** Changes an entry in one transaction. Undefined is an entry that does not exist, or that another tab has sent meanwhile. */
export const changeEntry = (
  key: string,
  change: (entry: Entry | undefined) => Entry | undefined,
): Promise<void> =>
  ENTRIES('readwrite', (store) => {
    const found = store.get(key) as IDBRequest<Entry | undefined>
    found.onsuccess = () => {
      const changed = change(found.result)
      if (changed) store.put(changed, key)
    }
    return promisifyRequest(store.transaction)
  })

export async function deleteEntry({ key, files }: Entry): Promise<void> {
  await del(key, ENTRIES)
  await deleteFiles(files.map(({ id }) => id))
}

export const writeFile = (id: string, content: Blob): Promise<void> => set(id, content, FILES)

export const findFile = (id: string): Promise<Blob | undefined> => get<Blob>(id, FILES)

export const deleteFiles = (ids: string[]): Promise<void> => delMany(ids, FILES)
