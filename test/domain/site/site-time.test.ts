import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { existingInstantOf, instantOf } from '../../../src/domain/site/site-time.js'

const utc = (local: string, zone: string | null) => instantOf(local, zone)?.toISOString()

describe('instantOf', () => {
  it.each([
    ['2026-01-15 12:00:00', 'Europe/Berlin', '2026-01-15T11:00:00.000Z'],
    ['2026-07-15 12:00:00', 'Europe/Berlin', '2026-07-15T10:00:00.000Z'],
    ['2026-01-15 12:00:00', 'America/St_Johns', '2026-01-15T15:30:00.000Z'],
    ['2026-01-15 00:30:00', 'Pacific/Kiritimati', '2026-01-14T10:30:00.000Z'],
    ['2026-01-15 12:00:00', 'Asia/Kathmandu', '2026-01-15T06:15:00.000Z'],
    ['2024-02-29 23:59:59', 'UTC', '2024-02-29T23:59:59.000Z'],
    ['2026-01-15 12:00:00', null, '2026-01-15T12:00:00.000Z'],
  ])('reads %s in %s', (local, zone, expected) => {
    expect(utc(local, zone)).toBe(expected)
  })

  it('reads an ambiguous local time as the earlier instant', () => {
    expect(utc('2026-10-25 02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
    expect(utc('2026-11-01 01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
    expect(utc('2026-04-05 01:45:00', 'Australia/Lord_Howe')).toBe('2026-04-04T14:45:00.000Z')
  })

  it('reads a skipped local time with the offset before the change', () => {
    expect(utc('2026-03-29 02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
    expect(utc('2026-03-08 02:00:00', 'America/New_York')).toBe('2026-03-08T07:00:00.000Z')
    expect(utc('2011-12-30 12:00:00', 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z')
  })

  it('is exact on both sides of a clock change', () => {
    expect(utc('2026-03-29 01:59:59', 'Europe/Berlin')).toBe('2026-03-29T00:59:59.000Z')
    expect(utc('2026-03-29 03:00:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
    expect(utc('2026-10-25 01:59:59', 'Europe/Berlin')).toBe('2026-10-24T23:59:59.000Z')
    expect(utc('2026-10-25 03:00:00', 'Europe/Berlin')).toBe('2026-10-25T02:00:00.000Z')
  })

  it.each([
    '',
    '2026-01-15',
    '2026-01-15T12:00:00',
    '2026-01-15 12:00',
    '2026-01-15 24:00:00',
    '2026-01-15 12:60:00',
    '2026-01-15 12:00:60',
    '2026-02-29 12:00:00',
    '2026-13-01 12:00:00',
    '2026-00-10 12:00:00',
    '2026-01-15 12:00:00Z',
    '2026-01-15 12:00:00[UTC]',
    ' 2026-01-15 12:00:00',
    '２０２６-01-15 12:00:00',
  ])('rejects %j', (text) => {
    expect(instantOf(text, 'UTC')).toBeUndefined()
  })

  it.each([
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Johannesburg',
    null,
  ])(
    'reads in %s an instant with the same local time, for every hour of a year except skipped ones',
    (zone) => {
      const skipped: string[] = []
      for (let hour = 0; hour < 365 * 24; hour += 1) {
        const local = new Date(Date.UTC(2026, 0, 1, hour, 15)).toISOString()
        const text = `${local.slice(0, 10)} ${local.slice(11, 19)}`
        const read = instantOf(text, zone)
        if (!read || localTextOf(read, zone) !== text) skipped.push(text)
      }
      expect(skipped).toEqual(SKIPPED[zone ?? 'UTC'] ?? [])
    },
  )
})

const localTextOf = (instant: Date, zone: string | null) =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(zone ?? 'UTC')
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')

const SKIPPED: Record<string, string[]> = {
  'Europe/Berlin': ['2026-03-29 02:15:00'],
  'America/New_York': ['2026-03-08 02:15:00'],
  'Australia/Lord_Howe': ['2026-10-04 02:15:00'],
}

describe('existingInstantOf', () => {
  const read = (text: string, zone: string | null) => {
    const instant = existingInstantOf(text, zone)
    return instant instanceof Date ? instant.toISOString() : instant
  }

  it.each([
    ['2027-01-04T10:00', 'Europe/Berlin', '2027-01-04T09:00:00.000Z'],
    ['2027-01-04T10:00:15', 'America/St_Johns', '2027-01-04T13:30:15.000Z'],
    ['2027-01-04T10:00', null, '2027-01-04T10:00:00.000Z'],
  ])('reads %s in %s', (text, zone, expected) => {
    expect(read(text, zone)).toBe(expected)
  })

  it('reads a time that occurs twice as the first one', () => {
    expect(read('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
    expect(read('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
  })

  it('does not read a time that clocks skip', () => {
    expect(read('2027-03-28T02:00', 'Europe/Berlin')).toBe('skipped')
    expect(read('2027-03-28T02:59:59', 'Europe/Berlin')).toBe('skipped')
    expect(read('2011-12-30T12:00', 'Pacific/Apia')).toBe('skipped')
    expect(read('2027-03-28T01:59:59', 'Europe/Berlin')).toBe('2027-03-28T00:59:59.000Z')
    expect(read('2027-03-28T03:00', 'Europe/Berlin')).toBe('2027-03-28T01:00:00.000Z')
  })

  it.each([
    '',
    '2027-01-04',
    '2027-01-04 10:00',
    '2027-01-04T24:00',
    '2027-02-29T10:00',
    '2027-01-04T10:00Z',
    '2027-01-04T10:00+01:00',
    '2027-01-04T10:00:00.5',
    ' 2027-01-04T10:00',
    '27-01-04T10:00',
  ])('rejects %j', (text) => {
    expect(read(text, 'UTC')).toBe('malformed')
  })
})
