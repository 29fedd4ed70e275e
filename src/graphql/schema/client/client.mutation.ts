import { Resolver } from 'type-graphql'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { createClient } from '../../../domain/client/create-client.js'
import { updateClient } from '../../../domain/client/update-client.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { IdInput, Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { CreateClientInput, UpdateClientInput } from './client.input.js'
import { ClientNode } from './client.type.js'

@Resolver()
export class ClientMutation {
  @RecordMutation(ClientNode, 'Creates a client. For admins.')
  createClient(
    @Input(CreateClientInput, { documents: true, picture: 'logoDocumentId' })
    input: CreateClientInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.recordWithDocuments('Client', (domain) => createClient(domain, input))
  }

  @RecordMutation(ClientNode, 'Updates a client. For admins.')
  updateClient(
    @Input(UpdateClientInput, { documents: true, picture: 'logoDocumentId' })
    input: UpdateClientInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.updateWithDocuments('Client', input, updateClient)
  }

  @RemoveMutation(ClientNode)
  removeClient(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'Client', input))
  }

  @RestoreMutation(ClientNode)
  restoreClient(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'Client', input))
  }
}
