import type { Readable } from 'node:stream'

/**
 * Keeps bytes outside of the database. Each adapter has a file in this folder; `stores.ts` opens those that are configured. An object
 * is written once and never changed. Its name consists of letters, digits, hyphens and slashes, and never comes from a client.
 */
export interface ObjectStore {
  /** Begins an object. It cannot be read before it is complete. */
  create(name: string): Promise<NewObject>
  /** Reads an object from a byte on. Throws `ObjectMissingError`. */
  open(name: string, from: number): Promise<Readable>
  /** The size in bytes; undefined if there is no such object. */
  sizeOf(name: string): Promise<number | undefined>
  /** Deletes an object, complete or not. Succeeds if there is none. */
  delete(name: string): Promise<void>
  /** The names of all objects, complete or not. */
  list(): AsyncIterable<string>
}

/** An object that is being written. */
export interface NewObject {
  write(part: Uint8Array): Promise<void>
  /** Resolves when the object is durable and can be read. */
  complete(sha256: Uint8Array): Promise<void>
  /** Releases what the object needs in this process, and deletes it if it is not complete. */
  discard(): Promise<void>
}

export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError'

  constructor(object: string, cause?: unknown) {
    super(`The object ${object} is missing in its store.`, { cause })
  }
}

/** A store cannot be reached, refuses access, has no space, or is not configured. A later retry may succeed. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}

/** Throws a `StoreUnavailableError` if `work` fails, unless an object is missing. `place`: what it uses, at the beginning of a sentence. */
export async function whenAvailable<Result>(
  place: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ObjectMissingError) throw error
    throw new StoreUnavailableError(`${place} cannot be used.`, { cause: error })
  }
}
