import { Resolver } from 'type-graphql'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { IdInput, MutationWriter } from '../common/write.decorator.js'
import { DocumentNode } from './document.type.js'

@Resolver()
export class DocumentMutation {
  @RemoveMutation(DocumentNode, 'Its links stop working.')
  removeDocument(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'Document', input))
  }

  @RestoreMutation(DocumentNode)
  restoreDocument(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'Document', input))
  }
}
