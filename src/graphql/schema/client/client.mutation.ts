import { Resolver } from 'type-graphql'
import { createClient } from '../../../domain/client/create-client.js'
import { updateClient } from '../../../domain/client/update-client.js'
import { Input, RecordMutation, Write } from '../common/write.decorator.js'
import { CreateClientInput, UpdateClientInput } from './client.input.js'
import { ClientNode } from './client.type.js'

@Resolver()
export class ClientMutation {
  @RecordMutation(ClientNode, 'Creates a client. For admins.')
  createClient(@Input(CreateClientInput) input: CreateClientInput, @Write() write: Write) {
    return write.record((domain) => createClient(domain, input))
  }

  @RecordMutation(ClientNode, 'Updates a client. For admins.')
  updateClient(@Input(UpdateClientInput) input: UpdateClientInput, @Write() write: Write) {
    return write.record((domain) => updateClient(domain, input))
  }
}
