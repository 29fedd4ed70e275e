import { Prisma } from '../../db/generated/prisma/client.js'
import { authorise } from '../access/authorise.js'
import { type Changed, type Domain, inTransaction, type RecordKey } from '../domain.js'
import { fieldsOf } from '../record/require-record.js'
import { type Expectation, rejectStale } from '../record/stale.js'
import { changes } from '../record/write-record.js'
import { hashPassword } from '../credential/password.js'
import { newSecret } from '../credential/secret.js'
import { isEmail } from '../user/email.js'
import { createPlaceholder } from '../user/placeholder.js'
import { lockActiveUser } from '../user/lock-active-user.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkBarcodeFormat } from './barcode-format.js'

/**
 * The settings of a company. Undefined leaves a setting unchanged; null clears the setting, or is rejected if the
 * setting cannot be cleared.
 */
export interface CompanyChange extends Expectation {
  readonly name?: string | null | undefined
  readonly registrationNumber?: string | null | undefined
  readonly vatNumber?: string | null | undefined
  /** The user must be active. */
  readonly primaryUserId?: RecordKey | null | undefined
  readonly allowExternalBarcodes?: boolean | null | undefined
  /** A regular expression in PostgreSQL's syntax. */
  readonly barcodeFormat?: string | null | undefined
  readonly manualInspectionClosure?: boolean | null | undefined
  readonly photoPositions?: boolean | null | undefined
  /** Whether jobs may be without a technician. The first true creates the placeholder. */
  readonly allowUnassignedJobs?: boolean | null | undefined
  readonly whiteLabelEnabled?: boolean | null | undefined
  readonly appName?: string | null | undefined
  readonly appEmailLogo?: string | null | undefined
  readonly frontendUrl?: string | null | undefined
  readonly fromEmail?: string | null | undefined
  readonly fromEmailName?: string | null | undefined
  readonly industryId?: number | null | undefined
  readonly regionId?: number | null | undefined
  readonly salesRepId?: number | null | undefined
  readonly assetpoolBranchId?: number | null | undefined
}

/** Changes the settings of the viewer's company. */
export async function updateCompany(domain: Domain, input: CompanyChange): Promise<Changed> {
  authorise(domain.viewer, 'updateCompany')
  const errors = new ValidationErrors()
  const texts = checkTextSettings(errors, input)
  const others = { ...checkBooleanSettings(errors, input), ...checkNumberSettings(errors, input) }
  await checkBarcodeFormat(domain, errors, texts.barcodeFormat)
  // No password opens a session: the service does not keep the secret. Hashing takes long, so it happens before the transaction.
  const placeholderHash =
    input.allowUnassignedJobs === true ? await hashPassword(newSecret('password')) : undefined
  return inTransaction(domain, async (tx) => {
    const { companyId: id } = tx.viewer
    // Lock order: every transaction that locks both a company and a user locks the company first (see `lockReference`).
    const [company] = await tx.prisma.$queryRaw<{ updatedAt: Date }[]>`
      select ${Prisma.raw(fieldsOf('Company'))} from company where id = ${id} for no key update`
    if (company) rejectStale({ ...company, id }, input)
    const primaryUserId = await lockActiveUser(tx, errors, 'primaryUserId', input.primaryUserId)
    errors.throwIfAny()
    if (placeholderHash !== undefined) await createPlaceholder(tx, placeholderHash)
    const data = { ...texts, ...others, primaryUserId } as Prisma.CompanyUncheckedUpdateInput
    if (company && changes(company, data)) {
      await tx.prisma.company.update({ where: { id }, data })
    }
    return { id }
  })
}

function checkTextSettings(errors: ValidationErrors, input: CompanyChange) {
  const frontendUrl = errors.optionalText('frontendUrl', input.frontendUrl, 2000)
  if (frontendUrl && !/^https?:\/\/[^/]/i.test(frontendUrl)) {
    errors.add('INVALID', 'frontendUrl', 'A web address is expected: https://….')
  }
  const fromEmail = errors.optionalText('fromEmail', input.fromEmail, 254)
  if (fromEmail && !isEmail(fromEmail)) {
    errors.add('INVALID', 'fromEmail', 'An email address is expected.')
  }
  return {
    name: errors.text('name', input.name),
    registrationNumber: errors.optionalText('registrationNumber', input.registrationNumber, 64),
    vatNumber: errors.optionalText('vatNumber', input.vatNumber, 64),
    barcodeFormat: errors.optionalText('barcodeFormat', input.barcodeFormat),
    appName: errors.optionalText('appName', input.appName),
    appEmailLogo: errors.optionalText('appEmailLogo', input.appEmailLogo, 2000),
    fromEmailName: errors.optionalText('fromEmailName', input.fromEmailName),
    frontendUrl,
    fromEmail,
  }
}

const checkBooleanSettings = (errors: ValidationErrors, input: CompanyChange) => ({
  allowExternalBarcodes: errors.required('allowExternalBarcodes', input.allowExternalBarcodes),
  manualInspectionClosure: errors.required(
    'manualInspectionClosure',
    input.manualInspectionClosure,
  ),
  photoPositions: errors.required('photoPositions', input.photoPositions),
  allowUnassignedJobs: errors.required('allowUnassignedJobs', input.allowUnassignedJobs),
  whiteLabelEnabled: errors.required('whiteLabelEnabled', input.whiteLabelEnabled),
})

const checkNumberSettings = (errors: ValidationErrors, input: CompanyChange) => ({
  industryId: errors.integer('industryId', input.industryId, 0),
  regionId: errors.integer('regionId', input.regionId, 0),
  salesRepId: errors.integer('salesRepId', input.salesRepId, 0),
  assetpoolBranchId: errors.integer('assetpoolBranchId', input.assetpoolBranchId, 0),
})
