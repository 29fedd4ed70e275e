import type { Domain } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'

/** The SQLSTATE of an invalid regular expression. */
const INVALID_REGULAR_EXPRESSION = '2201B'

/**
 * Rejects a text that is not a regular expression in PostgreSQL's syntax, because PostgreSQL matches the barcodes. Call
 * it outside of a transaction: an invalid expression makes the statement fail, which would abort the transaction.
 */
export async function checkBarcodeFormat(
  { db }: Domain,
  errors: ValidationErrors,
  format: string | null | undefined,
): Promise<void> {
  if (!format) return
  try {
    await db.read({ text: `select '' ~ ('^(?:' || $1::text || ')$')`, values: [format] })
  } catch (error) {
    if ((error as { code?: unknown }).code !== INVALID_REGULAR_EXPRESSION) throw error
    errors.add('INVALID', 'barcodeFormat', 'A regular expression is expected.')
  }
}
