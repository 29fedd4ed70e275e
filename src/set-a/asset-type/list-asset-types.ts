import { z } from 'zod'
import { operation } from '../../http/operation.js'
import { readAllRecords } from '../../http/reader.js'
import { assetTypeInList } from './asset-type-in-list.record.js'

export const listAssetTypes = operation(
  {
    description: 'All asset types, with their custom fields, risk and asset groups.',
    answer: z.array(assetTypeInList.schema),
  },
  (domain) => readAllRecords(domain, assetTypeInList),
)
