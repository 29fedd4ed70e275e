import type { FindingFilter } from '../../../domain/finding/finding-listing.js'
import { enumType } from '../common/enum-type.js'

export type FindingStatus = FindingFilter['statuses'][number]
export const FindingStatusEnum = enumType<FindingStatus>(
  'FindingStatus',
  'The status of a finding.',
  {
    open: 'It needs work.',
    resolved: 'Its cause is gone.',
    accepted: 'Its cause stays: the company lives with the risk.',
  },
)
