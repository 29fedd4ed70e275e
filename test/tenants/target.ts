import type { Random } from '../../src/demo/random.js'

/** A place of a request that takes a value: an argument, a parameter or a field of a body. */
export interface Target {
  readonly name: string
  /**
   * Sends the request with a value of another company in this place, and returns the text of the response. Throws if
   * the request succeeds although it must not.
   */
  readonly probe: (random: Random) => Promise<string>
}
