import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { envelope, readPageNumber } from '../../src/set-a/page/paginator.js'
import { paginatorVectors } from './specification.js'

const pageOf = (total: number, page: number | string, perPage: number) => {
  const number = readPageNumber(String(page))
  const size = Math.max(0, Math.min(perPage, total - (number - 1) * perPage))
  const data = Array.from({ length: size }, (_, index) => index)
  return envelope({ total, page: number, perPage, path: '/api/assets', kept: '' }, data)
}

describe.each(paginatorVectors)(
  'page $in.page of $in.total records, $in.perPage a page',
  (vector) => {
    it('has the envelope of the specification, key for key', () => {
      const { total, page, perPage } = vector.in
      const { data, ...rest } = pageOf(total, page, perPage)
      const answer = JSON.stringify({ ...vector.out, data: `<${data.length} records>` })
      expect(JSON.stringify(putBack(rest, data.length))).toBe(answer)
    })

    it('has the links of the specification', () => {
      const { total, page, perPage } = vector.in
      const labels = pageOf(total, page, perPage).links.map(({ label, active }) =>
        active ? `[${label}]` : label,
      )
      expect(labels.join(' ')).toBe(vector.labels)
    })
  },
)

const putBack = (
  { current_page, ...rest }: Omit<ReturnType<typeof pageOf>, 'data'>,
  length: number,
) => ({ current_page, data: `<${length} records>`, ...rest })

it.each([
  ['1', 1],
  ['7', 7],
  [' 7 ', 7],
  ['+7', 7],
  ['0', 1],
  ['-1', 1],
  ['007', 1],
  ['1.5', 1],
  ['1e3', 1],
  ['', 1],
  ['abc', 1],
  ['9007199254740991', 9007199254740991],
  ['9999999999999999', 1],
  [undefined, 1],
  [['3'], 1],
])('reads %j as page %i', (given, page) => {
  expect(readPageNumber(given)).toBe(page)
})

it('returns every record once for any number of records and page size', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 1, max: 100 }),
      (total, perPage) => {
        const first = pageOf(total, 1, perPage)
        let seen = 0
        for (let page = 1; page <= first.last_page; page += 1) {
          const { data, from, to, links } = pageOf(total, page, perPage)
          if (data.length > 0) expect([from, to]).toEqual([seen + 1, seen + data.length])
          seen += data.length
          expect(links.filter(({ active }) => active)).toHaveLength(1)
          expect(links.length).toBeLessThanOrEqual(15)
        }
        expect(seen).toBe(total)
      },
    ),
  )
})
