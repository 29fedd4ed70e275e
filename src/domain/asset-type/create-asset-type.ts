import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import { type Created, type Domain, inTransaction } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import { takenIfNotUnique } from '../unique.js'
import {
  type AssetTypeDetails,
  checkAssetTypeDetails,
  checkShortCode,
  SHORT_CODE_TAKEN,
} from './asset-type-details.js'

export interface NewAssetType extends AssetTypeDetails {
  readonly name: string
  /** The start of generated asset codes: 1 to 10 letters and digits, kept in upper case. */
  readonly shortCode: string
}

/** Adds a type of asset, whose short code is unique in the company for ever. */
export function createAssetType(domain: Domain, input: NewAssetType): Promise<Created> {
  authorise(domain.viewer, 'createAssetType')
  const created = inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors()
    const name = errors.text('name', input.name)
    const shortCode = await checkShortCode(tx, errors, input.shortCode)
    const details = await checkAssetTypeDetails(tx, errors, input)
    errors.throwIfAny()

    const { companyId } = tx.viewer
    return tx.prisma.assetType.create({
      data: { uuid: newUuid(), companyId, name, shortCode, ...details },
      select: { id: true, uuid: true },
    })
  })
  return takenIfNotUnique(created, 'shortCode', SHORT_CODE_TAKEN)
}
