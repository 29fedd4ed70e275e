import type { Client } from '../../client/client.js'
import { type CreateAssetsRow, OnRowError } from '../../client/generated/graphql.js'
import { graphql } from '../../client/generated/index.js'
import { errorsOfRows, textOf } from './field-error.js'
import type { Result, Send } from './row.js'

const CREATE_ASSETS = graphql(`
  mutation CreateAssets($input: CreateAssetsInput!) {
    createAssets(input: $input) {
      assets {
        id
        code
        barcode {
          data
        }
      }
      userErrors {
        field
        message
      }
    }
  }
`)

/** Creates the assets of the valid rows. */
export const sendAssets =
  (client: Client): Send<CreateAssetsRow> =>
  async (rows, { idempotencyKey, dryRun, signal }) => {
    const input = { rows: [...rows], onError: OnRowError.SkipFailed, dryRun }
    const data = await client.request(CREATE_ASSETS, { input }, { idempotencyKey, signal })
    const { assets, userErrors = [] } = data.createAssets ?? {}
    const errors = errorsOfRows(userErrors)
    return rows.map((_, index): Result => {
      const asset = assets?.[index]
      // An error whose path has no row concerns all rows.
      if (!asset) return { errors: errors.get(index) ?? userErrors.map(textOf) }
      const { id, code, barcode } = asset
      return { created: { id, code, barcode: barcode?.data ?? '' } }
    })
  }
