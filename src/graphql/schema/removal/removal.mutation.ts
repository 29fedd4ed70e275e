import { type ClassType, Resolver } from 'type-graphql'
import { nounOf } from '../../../domain/noun.js'
import type { RemovableModel } from '../../../domain/record/require-record.js'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { AssetTypeNode } from '../asset-type/asset-type.type.js'
import { AssetNode } from '../asset/asset.type.js'
import { ClientNode } from '../client/client.type.js'
import { IdInput, RecordMutation, Write } from '../common/write.decorator.js'
import { JobTypeNode } from '../job-type/job-type.type.js'
import { JobNode } from '../job/job.type.js'
import { SiteNode } from '../site/site.type.js'
import { UserNode } from '../user/user.type.js'
import { ZoneTypeNode } from '../zone-type/zone-type.type.js'
import { ZoneNode } from '../zone/zone.type.js'

/** The mutations `remove<Model>`, a soft delete, and `restore<Model>`. The notes are parts of their descriptions. */
function removalMutation(
  model: RemovableModel,
  node: ClassType,
  { remove = '', restore = '' },
): ClassType {
  const removal = `Removes the ${nounOf(model)} from all lists until it is restored. ${remove}`
  const restoration = `Restores the removed ${nounOf(model)} as it was. ${restore}`

  @Resolver()
  class RemovalMutation {
    @RecordMutation(node, `${removal.trim()} Removing it again changes nothing. For admins.`)
    [`remove${model}`](@IdInput() input: IdInput, @Write() write: Write) {
      return write.record((domain) => removeRecord(domain, model, input))
    }

    @RecordMutation(node, `${restoration.trim()} Restoring it again changes nothing. For admins.`)
    [`restore${model}`](@IdInput() input: IdInput, @Write() write: Write) {
      return write.record((domain) => restoreRecord(domain, model, input))
    }
  }
  return RemovalMutation
}

export const removalMutations = [
  removalMutation('Asset', AssetNode, {
    remove: 'Its barcode is removed with it.',
    restore: 'Rejected while its zone or type is removed.',
  }),
  removalMutation('AssetType', AssetTypeNode, { remove: 'Rejected while it has assets.' }),
  removalMutation('Client', ClientNode, { remove: 'Rejected while it has sites.' }),
  removalMutation('Job', JobNode, {
    restore:
      'Rejected if it is open and its site, type, technician or one of its zones is removed.',
  }),
  removalMutation('JobType', JobTypeNode, { remove: 'Rejected while it has open jobs.' }),
  removalMutation('Site', SiteNode, {
    remove: 'Rejected while it has zones or open jobs.',
    restore: 'Rejected while its client or manager is removed.',
  }),
  removalMutation('User', UserNode, {
    remove:
      'Rejected for yourself, the company’s primary user and its last active admin, and while the user has open jobs or manages sites.',
    restore: 'The user must sign in again.',
  }),
  removalMutation('Zone', ZoneNode, {
    remove: 'Rejected while it has assets or open jobs.',
    restore: 'Rejected while its site or type is removed.',
  }),
  removalMutation('ZoneType', ZoneTypeNode, { remove: 'Rejected while it has zones.' }),
]
