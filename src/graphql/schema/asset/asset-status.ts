import type { AssetStatus } from '../../../domain/asset/asset-status.js'
import { enumType } from '../common/enum-type.js'

export const AssetStatusEnum = enumType<AssetStatus>(
  'AssetStatus',
  'The status of an asset. If several apply, it is the first of `DECOMMISSIONED`, `DEFECTIVE` and `OVERDUE`.',
  {
    ok: 'In use, with no known defect.',
    defective: 'The last inspection failed.',
    overdue: 'The next inspection is overdue.',
    decommissioned: 'Out of use.',
  },
)
