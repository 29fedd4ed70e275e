import { periodColumns } from './group-model.js'
import type { Statement } from './statement.js'

export type PeriodUnit = 'day' | 'week' | 'month' | 'year'

/** Which periods a time is counted in: calendar days, weeks from Monday, months or years of a time zone. */
export interface Bucket {
  /** The name of the time in `Statistics.times`. */
  readonly field: string
  readonly unit: PeriodUnit
  /** The name of an IANA time zone. */
  readonly timezone: string
  /**
   * The range of all periods, also empty ones. If an end is absent, the periods begin or end with the first or last
   * record.
   */
  readonly from?: Date | null
  readonly to?: Date | null
}

/** The maximum number of periods. */
export const MAX_PERIODS = 1000

/** The SQL of a bucket. Periods are the local times, without time zone, at which they start. */
export class PeriodSql {
  private readonly timezone: string

  constructor(
    private readonly statement: Statement,
    private readonly bucket: Bucket,
  ) {
    this.timezone = statement.parameter(bucket.timezone, 'text')
  }

  /** The period of an instant. In PostgreSQL, weeks start on Monday. */
  of(instant: string): string {
    return `date_trunc('${this.bucket.unit}', ${instant} at time zone ${this.timezone})`
  }

  /** A column of the model of groups, computed from the column `period`. */
  column(name: string): string {
    if (name === periodColumns.periodStart) return this.start('period')
    if (name === periodColumns.periodDate) return `to_char(period, 'YYYY-MM-DD')`
    return this.start(`period + interval '1 ${this.bucket.unit}'`)
  }

  /**
   * The first instant of a period. If clocks change at midnight, local midnight does not exist, or occurs twice. So the
   * period starts at the earlier of two instants: local midnight as PostgreSQL converts it, and one second after the
   * last second of the day before.
   */
  private start(period: string): string {
    const zone = `at time zone ${this.timezone}`
    const second = `interval '1 second'`
    return `least((${period}) ${zone}, ((${period}) - ${second}) ${zone} + ${second})`
  }

  /**
   * All periods of the range. If there are more than `MAX_PERIODS`, one more than this maximum, so that callers notice
   * it. `found` has the periods with records.
   */
  series(found: string): string {
    const { from, to, unit } = this.bucket
    const end = (instant: Date | null | undefined, otherwise: string) =>
      instant ? this.of(this.statement.parameter(instant, 'timestamptz')) : otherwise
    return `select period from (
        select ${end(from, `(select min(period) from ${found})`)} as lowest,
          ${end(to, `(select max(period) from ${found})`)} as highest
      ) bounds, generate_series(
        lowest, least(highest, lowest + interval '${MAX_PERIODS} ${unit}'), interval '1 ${unit}') period
      where lowest <= highest`
  }
}
