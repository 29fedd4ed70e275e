import { includeAddress } from './address-ranges.js'
import type { Scope } from '../access/scope.js'
import { DomainError } from '../errors.js'

/** A valid API key of a request: the one in its headers, or the one that opened its session. */
export interface UsedKey {
  /** The integer id of the key. */
  readonly id: number
  /** What the key may do; null: what its user may do. */
  readonly scopes: readonly Scope[] | null
  /** The CIDR ranges from which the key may be used; null: any address. */
  readonly addressRanges: readonly string[] | null
}

/** The columns of `api_key` as the JSON of a `UsedKey`. */
export const USED_KEY =
  "json_build_object('id', id, 'scopes', scopes, 'addressRanges', address_ranges)"

/** SQL condition: a row of `api_key` is neither revoked nor expired. */
export const KEY_IS_VALID = 'revoked_at is null and (expires_at is null or expires_at > now())'

/** Whether a key may be used from an address. */
export const allowsAddress = ({ addressRanges }: UsedKey, address: string): boolean =>
  !addressRanges || includeAddress(addressRanges, address)

/** The error of a valid key that is used from another address. It does not name the allowed ones. */
export const addressForbidden = () =>
  new DomainError('FORBIDDEN', 'The API key may not be used from this address.')
