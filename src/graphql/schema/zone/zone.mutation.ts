import { Resolver } from 'type-graphql'
import { createZone } from '../../../domain/zone/create-zone.js'
import { updateZone } from '../../../domain/zone/update-zone.js'
import { Input, RecordMutation, Write } from '../common/write.decorator.js'
import { CreateZoneInput, UpdateZoneInput } from './zone.input.js'
import { ZoneNode } from './zone.type.js'

@Resolver()
export class ZoneMutation {
  @RecordMutation(ZoneNode, 'Creates a zone at a site. For admins.')
  createZone(@Input(CreateZoneInput) input: CreateZoneInput, @Write() write: Write) {
    return write.record((domain) => createZone(domain, input))
  }

  @RecordMutation(ZoneNode, 'Updates a zone. For admins.')
  updateZone(@Input(UpdateZoneInput) input: UpdateZoneInput, @Write() write: Write) {
    return write.record((domain) => updateZone(domain, input))
  }
}
