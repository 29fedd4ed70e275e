import { readFile } from 'node:fs/promises'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import type { Domain } from '../../src/domain/domain.js'
import { newCompany, newJobType, newSite, newZone } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { callAs as callSetA } from '../set-a/rest.js'
import { callAs as callSetB } from '../set-b/rest.js'
import { post, tokenOf } from '../support/graphql.js'
import { blocksOf, Placeholders } from '../support/transcript.js'

const db = testDatabase()

it('docs/inspection.md: each request has the answer that the page shows', async () => {
  const blocks = blocksOf(await readFile('docs/inspection.md', 'utf8'))
  const company = await newCompany(db)
  const site = await newSite(company, { failureThreshold: 1 })
  const names = new Placeholders()
  const zone = await newZone(company, { siteId: site.id })
  names.set('zone', zone.uuid)
  names.set('zone-number', zone.id)
  names.set('job-type', (await newJobType(company, { passPercentage: 80 })).uuid)
  const { userId, companyId } = company.technician.viewer
  const technician = await db.prisma.user.findFirstOrThrow({ where: { id: userId, companyId } })
  names.set('technician-id', technician.uuid)
  const callers: Readonly<Record<string, Domain>> = company as never
  const sets = { 'set-a': callSetA(company.admin), 'set-b': callSetB(company.admin) }
  let answer: unknown
  let isShortened = false
  for (const { language, note, text, line } of blocks) {
    if (language === 'graphql') {
      const caller = callers[note]
      if (!caller) throw new Error(`line ${line}: no caller ${note}`)
      const authorization = `Bearer ${await tokenOf(caller)}`
      const { data, errors } = await post(names.fill(text), {}, { authorization })
      answer = { ...(data && { data }), ...(errors && { errors }) }
      isShortened = false
    } else if (language === 'http') {
      const [, method = '', path = '', body] = /^(\S+) (\S+)\n([^]+)?$/.exec(names.fill(text)) ?? []
      const call = sets[note as keyof typeof sets]
      answer = (await call(method, path, body ? { body: JSON.parse(body) as unknown } : {})).body
      isShortened = true
    } else if (language === 'json') {
      const expected = names.complete(JSON.parse(text) as unknown, answer)
      if (isShortened) expect(answer, `line ${line}`).toMatchObject(expected as object)
      else expect(answer, `line ${line}`).toEqual(expected)
    }
  }
  expect(blocks.length).toBeGreaterThan(10)
  const time = (name: string) => Temporal.Instant.from(String(names.get(name)))
  const created = time('created').toZonedDateTimeISO('UTC')
  expect(time('due').toString()).toBe(created.add({ months: 1 }).toInstant().toString())
  expect(time('deadline').toString()).toBe(
    time('inspected')
      .add({ hours: 7 * 24 })
      .toString(),
  )
  const next = new Date(names.get('next'))
  expect(new Date(`${String(names.get('next-in-set-a')).replace(' ', 'T')}Z`).getTime()).toBe(
    Math.floor(next.getTime() / 1000) * 1000,
  )
  expect(names.get('next-in-set-b')).toBe(Math.floor(next.getTime() / 1000))
})
