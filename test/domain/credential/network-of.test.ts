import { expect, it } from 'vitest'
import { networkOf } from '../../../src/domain/credential/network-of.js'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['1:2::', '1:2:0:0'],
  ['unknown', 'unknown'],
])('finds the network of %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
