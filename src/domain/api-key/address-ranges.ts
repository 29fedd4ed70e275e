import { BlockList, isIP } from 'node:net'
import type { ValidationErrors } from '../validation-errors.js'

/** The maximum number of ranges of a key. */
const MAX_RANGES = 100

/** The longest text that can be a range, in characters. */
const MAX_LENGTH = 64

/** The ranges of a key as a list that addresses are looked up in, by the array of the session. */
const compiled = new WeakMap<readonly string[], BlockList>()

/**
 * Checks CIDR ranges of IPv4 and IPv6, such as `192.0.2.0/24` and `2001:db8::/32`. A single address becomes a range of one.
 * Returns the ranges in lower case, each once; null and undefined as they are.
 */
export function checkAddressRanges<Ranges extends readonly string[] | null | undefined>(
  errors: ValidationErrors,
  given: Ranges,
): string[] | Exclude<Ranges, readonly string[]> {
  if (!given) return given as Exclude<Ranges, readonly string[]>
  if (given.length === 0) {
    errors.add('REQUIRED', 'addressRanges', 'At least one range is expected; null: any address.')
  }
  if (given.length > MAX_RANGES) {
    errors.add('TOO_LONG', 'addressRanges', `At most ${MAX_RANGES} ranges are allowed.`)
    return []
  }
  const ranges = given.map((text, index) => {
    const range = parseRange(text)
    const code = text.length > MAX_LENGTH ? 'TOO_LONG' : 'INVALID'
    if (!range) errors.add(code, ['addressRanges', index], EXPECTED)
    return range ? `${range.address}/${range.bits}` : ''
  })
  return [...new Set(ranges)]
}

const EXPECTED =
  'An IPv4 or IPv6 range in CIDR notation is expected, such as 192.0.2.0/24 or 2001:db8::/32.'

interface Range {
  readonly address: string
  /** The length of the prefix. */
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
}

function parseRange(text: string): Range | undefined {
  const [, address = '', prefix] =
    /^([\d.:a-f]+)(?:\/(\d{1,3}))?$/.exec(text.trim().toLowerCase()) ?? []
  const version = isIP(address)
  const length = version === 4 ? 32 : 128
  const bits = Number(prefix ?? length)
  if (version === 0 || bits > length) return undefined
  return { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Whether ranges include an address. An IPv4 address may be mapped to IPv6, and may have a zone, such as `%eth0`. */
export function includeAddress(ranges: readonly string[], address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  const version = isIP(bare)
  return version !== 0 && listOf(ranges).check(bare, version === 4 ? 'ipv4' : 'ipv6')
}

function listOf(ranges: readonly string[]): BlockList {
  let list = compiled.get(ranges)
  if (list) return list
  list = new BlockList()
  for (const text of ranges) {
    const range = parseRange(text)
    if (range) list.addSubnet(range.address, range.bits, range.family)
  }
  compiled.set(ranges, list)
  return list
}
