import { describe, expect, it } from 'vitest'
import type { Question } from '../../../src/domain/checklist/checklist-content.js'
import { languageOf } from '../../../src/domain/report/report-language.js'
import { reportSite } from '../../../src/domain/report/request-report.js'
import { AnswerTexts, dateText, timeText } from '../../../src/domain/report/report-text.js'
import { newCompany, newSite } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { makeReports } from '../../support/reports.js'

const JULY = '2030-07-04T13:30:00Z'
const NUMBER = {
  ...{ kind: 'NUMBER', text: 'What does it show?', unit: 'bar', choices: [] },
} as unknown as Question
const DATE = { ...NUMBER, kind: 'DATE', unit: null } as Question
const answerOf = (value: string) =>
  ({ value, values: null }) as unknown as Parameters<AnswerTexts['answer']>[1]

describe('the language of a report', () => {
  it.each([
    ['America/New_York', 'en-US', 'July 4, 2030', '1,234.5 bar'],
    ['Pacific/Honolulu', 'en-US', 'July 4, 2030', '1,234.5 bar'],
    ['Europe/London', 'en-GB', '4 July 2030', '1,234.5 bar'],
    ['Europe/Berlin', 'en-DE', '4 July 2030', '1.234,5 bar'],
    ['Australia/Sydney', 'en-AU', '4 July 2030', '1,234.5 bar'],
    // Node.js has no English texts of Brazil, and UTC is in no region.
    ['America/Sao_Paulo', 'en-GB', '4 July 2030', '1,234.5 bar'],
    ['UTC', 'en-GB', '4 July 2030', '1,234.5 bar'],
  ])('at %s is %s', (timeZone, language, day, number) => {
    const texts = new AnswerTexts(timeZone)
    expect([languageOf(timeZone), dateText(JULY, timeZone)]).toEqual([language, day])
    expect(texts.answer(NUMBER, answerOf('1234.5'))).toBe(number)
    // The day that was answered, in whichever zone the site is.
    expect(texts.answer(DATE, answerOf('2030-07-04'))).toBe(day)
  })

  it('writes times as the region does', () => {
    expect(timeText(JULY, 'America/New_York')).toMatch(/^July 4, 2030 at 0?9:30\sAM EDT$/)
    expect(timeText(JULY, 'Europe/Berlin')).toMatch(/^4 July 2030 at 15:30 CEST$/)
  })

  it('is stored with it', async () => {
    const company = await newCompany(testDatabase())
    const site = await newSite(company, { timezone: 'America/Chicago' })
    await reportSite(company.admin, { id: site.id })
    await makeReports(company)
    const { data } = await graph(company.admin)(
      `{ site(id: "${site.uuid}") { report { status content { language timeZone facts { label value } } } } }`,
    )
    const { status, content } = data.site.report
    expect([status, content.language, content.timeZone]).toEqual([
      'READY',
      'en-US',
      'America/Chicago',
    ])
    const facts = content.facts as { label: string; value: string }[]
    expect(facts.find(({ label }) => label === 'State at')?.value).toMatch(
      /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d\d:\d\d\s[AP]M C[SD]T$/,
    )
  })
})
