import { authorise } from '../access/policy.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { omitUndefined } from '../omit-undefined.js'
import { ValidationErrors } from '../validation-errors.js'
import { requireForUpdate } from '../require-record.js'
import { checkClientDetails, type ClientDetails } from './client-details.js'

/** Absent fields stay as they are. */
export interface ClientChange extends ClientDetails {
  readonly id: RecordKey
  readonly legalName?: string | null | undefined
}

/** Changes a client, which keeps a legal name. */
export function updateClient(domain: Domain, input: ClientChange): Promise<{ id: number }> {
  authorise(domain.viewer, 'updateClient')
  return inTransaction(domain, async (tx) => {
    const { id } = await requireForUpdate(tx, 'Client', input.id)
    const errors = new ValidationErrors()
    const legalName = errors.text('legalName', input.legalName)
    const details = checkClientDetails(errors, input)
    errors.throwIfAny()

    return tx.prisma.client.update({
      where: { id, companyId: tx.viewer.companyId },
      data: { ...omitUndefined({ legalName }), ...details },
      select: { id: true },
    })
  })
}
