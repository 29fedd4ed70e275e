import type { Domain } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'

/**
 * Checks an external barcode: the company must allow them, its format must match, and no asset may have it. Null, for a
 * generated barcode, is not checked.
 */
export async function checkBarcode(
  { prisma, viewer }: Domain,
  errors: ValidationErrors,
  barcode: string | null,
): Promise<void> {
  if (barcode === null) return
  // PostgreSQL matches the company's regular expression, because JavaScript's engine may backtrack exponentially.
  const [company] = await prisma.$queryRaw<
    { allowed: boolean; matches: boolean; taken: boolean }[]
  >`
    select allow_external_barcodes as allowed,
           coalesce(${barcode}::text ~ ('^(?:' || barcode_format || ')$'), true) as matches,
           exists (select from barcode where company_id = company.id and data = ${barcode}) as taken
    from company where id = ${viewer.companyId}`
  if (!company?.allowed) {
    errors.add('NOT_ALLOWED', 'barcode', 'The company does not take external barcodes.')
  } else if (!company.matches) {
    errors.add('INVALID', 'barcode', "The barcode does not match the company's format.")
  } else if (company.taken) {
    errors.taken('barcode')
  }
}
