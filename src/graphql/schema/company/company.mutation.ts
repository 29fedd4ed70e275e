import { Resolver } from 'type-graphql'
import { updateCompany } from '../../../domain/company/update-company.js'
import { Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { UpdateCompanyInput } from './company.input.js'
import { CompanyNode } from './company.type.js'

@Resolver()
export class CompanyMutation {
  @RecordMutation(CompanyNode, 'Changes the settings of the company. For admins.')
  updateCompany(
    @Input(UpdateCompanyInput, { documents: true, picture: 'logoDocumentId' })
    input: UpdateCompanyInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.updateWithDocuments('Company', input, updateCompany)
  }
}
