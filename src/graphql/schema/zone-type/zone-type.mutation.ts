import { Resolver } from 'type-graphql'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { createZoneType } from '../../../domain/zone-type/create-zone-type.js'
import { updateZoneType } from '../../../domain/zone-type/update-zone-type.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { IdInput, Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { CreateZoneTypeInput, UpdateZoneTypeInput } from './zone-type.input.js'
import { ZoneTypeNode } from './zone-type.type.js'

@Resolver()
export class ZoneTypeMutation {
  @RecordMutation(ZoneTypeNode, 'Creates a zone type. For admins.')
  createZoneType(
    @Input(CreateZoneTypeInput) input: CreateZoneTypeInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => createZoneType(domain, input))
  }

  @RecordMutation(ZoneTypeNode, 'Updates a zone type. For admins.')
  updateZoneType(
    @Input(UpdateZoneTypeInput) input: UpdateZoneTypeInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.update(input, updateZoneType)
  }

  @RemoveMutation(ZoneTypeNode)
  removeZoneType(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'ZoneType', input))
  }

  @RestoreMutation(ZoneTypeNode)
  restoreZoneType(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'ZoneType', input))
  }
}
