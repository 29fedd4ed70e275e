import { authorise } from '../access/policy.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { given } from '../given.js'
import { Problems } from '../problems.js'
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
    const problems = new Problems()
    const legalName = problems.text('legalName', input.legalName)
    const details = checkClientDetails(problems, input)
    problems.throwIfAny()

    return tx.prisma.client.update({
      where: { id, companyId: tx.viewer.companyId },
      data: { ...given({ legalName }), ...details },
      select: { id: true },
    })
  })
}
