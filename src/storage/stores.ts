import { createFolderStore } from './folder-store.js'
import { type ObjectStore, StoreUnavailableError } from './object-store.js'
import type { S3Config } from './s3-connection.js'
import { createS3Store } from './s3-store.js'

/** The kinds of stores outside of the database. */
export type StoreName = 'folder' | 's3'

/** Where bytes can be. */
export type Place = 'database' | StoreName

export const PLACES: readonly Place[] = ['database', 'folder', 's3']

export interface StorageConfig {
  /** Where new documents are stored. */
  readonly place: Place
  /** The path of the folder; undefined if none is configured. */
  readonly folder: string | undefined
  readonly s3: S3Config | undefined
}

/** The configured stores. Several may be in use, while what exists is moved from one to another. */
export interface Stores {
  /** Where new documents are stored. */
  readonly place: Place
  readonly names: readonly StoreName[]
  /** Throws a `StoreUnavailableError` if the store is not configured. */
  require(name: string): ObjectStore
}

export function openStores({ place, folder, s3 }: StorageConfig): Stores {
  const opened = new Map<string, ObjectStore>()
  if (folder !== undefined) opened.set('folder', createFolderStore(folder))
  if (s3 !== undefined) opened.set('s3', createS3Store(s3))
  return {
    place,
    names: [...opened.keys()] as StoreName[],
    require: (name) => {
      const store = opened.get(name)
      if (store) return store
      throw new StoreUnavailableError(
        `The store ${name} of documents is not configured: set ${VARIABLES[name] ?? name}.`,
      )
    },
  }
}

/** The variable that configures each store. */
const VARIABLES: Readonly<Record<string, string>> = { folder: 'DOCUMENT_FOLDER', s3: 'S3_BUCKET' }
