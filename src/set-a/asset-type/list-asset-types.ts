import { z } from 'zod'
import { operation } from '../../http/operation.js'
import { readAllRecords } from '../../http/reader.js'
import { assetTypeInList } from './asset-type-in-list.record.js'

export const listAssetTypes = operation(
  { summary: 'List asset types', answer: z.array(assetTypeInList.schema) },
  (domain) => readAllRecords(domain, assetTypeInList),
)
