import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { FIELD_MAP, fieldMap } from '../../scripts/field-map.js'

it('writes the field map that is in docs', async () => {
  expect(await readFile(FIELD_MAP, 'utf8')).toBe(await fieldMap())
})
