import type { ValidationErrors } from '../validation-errors.js'
import type { FoundBarcode } from './find-new-asset-references.js'

/**
 * Checks an external barcode: the company must allow external barcodes, the barcode must match the company's format,
 * and no asset may have it.
 */
export function checkBarcode(
  errors: ValidationErrors,
  { allowed, matches, taken }: FoundBarcode,
): void {
  if (!allowed) {
    errors.add('NOT_ALLOWED', 'barcode', 'The company does not allow external barcodes.')
  } else if (!matches) {
    errors.add('INVALID', 'barcode', "The barcode does not match the company's format.")
  } else if (taken) {
    errors.taken('barcode')
  }
}
