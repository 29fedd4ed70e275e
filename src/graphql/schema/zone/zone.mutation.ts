import { Resolver } from 'type-graphql'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { createZone } from '../../../domain/zone/create-zone.js'
import { updateZone } from '../../../domain/zone/update-zone.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { IdInput, Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { CreateZoneInput, UpdateZoneInput } from './zone.input.js'
import { ZoneNode } from './zone.type.js'

@Resolver()
export class ZoneMutation {
  @RecordMutation(ZoneNode, 'Creates a zone at a site. For admins.')
  createZone(
    @Input(CreateZoneInput) input: CreateZoneInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => createZone(domain, input))
  }

  @RecordMutation(ZoneNode, 'Updates a zone. For admins.')
  updateZone(
    @Input(UpdateZoneInput) input: UpdateZoneInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.update(input, updateZone)
  }

  @RemoveMutation(ZoneNode)
  removeZone(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'Zone', input))
  }

  @RestoreMutation(ZoneNode, 'Rejected while its site or type is removed.')
  restoreZone(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'Zone', input))
  }
}
