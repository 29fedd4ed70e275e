import { describe, expect, it } from 'vitest'
import { checkAddressRanges, includeAddress } from '../../../src/domain/api-key/address-ranges.js'
import { ValidationErrors } from '../../../src/domain/validation-errors.js'

describe('includeAddress', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.255', '192.0.3.0'],
    ['192.0.2.9/32', '192.0.2.9', '192.0.2.8'],
    ['192.0.2.0/24', '::ffff:192.0.2.1', '::ffff:192.0.3.1'],
    ['10.1.2.3/8', '10.255.255.255', '11.0.0.0'],
    ['2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::'],
    ['2001:db8::5/128', '2001:0db8:0:0::5', '2001:db8::6'],
    ['fe80::/10', 'fe80::1%eth0', 'fec0::1'],
    ['0.0.0.0/0', '203.0.113.7', '2001:db8::1'],
  ])('%s includes %s, not %s', (range, inside, outside) => {
    expect(includeAddress([range], inside)).toBe(true)
    expect(includeAddress([range], outside)).toBe(false)
    expect(includeAddress(['198.51.100.1/32', range], inside)).toBe(true)
  })

  it('includes no text that is not an address', () => {
    for (const text of ['', 'localhost', '192.0.2', '192.0.2.1.1', '%eth0'])
      expect(includeAddress(['0.0.0.0/0', '::/0'], text)).toBe(false)
  })
})

describe('checkAddressRanges', () => {
  const check = (given: readonly string[] | null | undefined) => {
    const errors = new ValidationErrors()
    const ranges = checkAddressRanges(errors, given)
    return { ranges, errors: errors.all.map(({ code, path }) => `${code} ${path.join('.')}`) }
  }

  it('completes single addresses, and keeps each range once', () => {
    const given = [' 192.0.2.1', '192.0.2.1/32', '2001:DB8::/32', '2001:db8::1']
    const ranges = ['192.0.2.1/32', '2001:db8::/32', '2001:db8::1/128']
    expect(check(given)).toEqual({ ranges, errors: [] })
    expect(check(null)).toEqual({ ranges: null, errors: [] })
    expect(check(undefined)).toEqual({ ranges: undefined, errors: [] })
  })

  it.each([
    '192.0.2.0/33',
    '2001:db8::/129',
    '192.0.2.0/',
    '192.0.2.0/-1',
    '192.0.2.0/24/8',
    '192.0.2',
    '010.0.0.1',
    'fe80::1%eth0',
    'example.com',
    '',
    '192.0.2.0 /24',
  ])('names the index of %j', (text) => {
    expect(check(['192.0.2.0/24', text]).errors).toEqual(['INVALID addressRanges.1'])
  })

  it('refuses an empty list, and one of more than 100 ranges', () => {
    expect(check([]).errors).toEqual(['REQUIRED addressRanges'])
    const many = Array.from({ length: 101 }, (_, index) => `192.0.2.${index}`)
    expect(check(many).errors).toEqual(['TOO_LONG addressRanges'])
    expect(check(many.slice(1)).errors).toEqual([])
  })
})
