import { Int, Mutation, Resolver } from 'type-graphql'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { attachToSite } from '../../../domain/site/attach-to-site.js'
import { createSite } from '../../../domain/site/create-site.js'
import { updateSite } from '../../../domain/site/update-site.js'
import { payloadType } from '../common/payload.type.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { IdInput, Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { Nullable } from '../common/type.decorator.js'
import { AttachToSiteInput } from '../document/attach.input.js'
import { CreateSiteInput, UpdateSiteInput } from './site.input.js'
import { SiteNode } from './site.type.js'

const UpdateSitePayload = payloadType('updateSite', SiteNode)
Nullable(
  Int,
  'The number of open jobs that keep their local times, because the time zone has changed: their `scheduledStart` and `scheduledEnd` have moved. Null if there are `userErrors`.',
)(UpdateSitePayload.prototype, 'movedJobsCount')

@Resolver()
export class SiteMutation {
  @RecordMutation(SiteNode, 'Creates a site of a client. For admins.')
  createSite(
    @Input(CreateSiteInput, { documents: true }) input: CreateSiteInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.recordWithDocuments('Site', (domain) => createSite(domain, input))
  }

  @Mutation(() => UpdateSitePayload, {
    nullable: true,
    description:
      'Updates a site. If its time zone changes, its open jobs keep their local times. For admins.',
  })
  updateSite(
    @Input(UpdateSiteInput, { documents: true }) input: UpdateSiteInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.updateWithDocuments('Site', input, updateSite)
  }

  @RecordMutation(SiteNode, 'Attaches files to a site. For admins and technicians.', 'site')
  attachToSite(
    @Input(AttachToSiteInput, { noun: 'site' }) input: AttachToSiteInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.recordWithDocuments('Site', (domain) => attachToSite(domain, input))
  }

  @RemoveMutation(SiteNode)
  removeSite(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'Site', input))
  }

  @RestoreMutation(SiteNode, 'Rejected while its client or manager is removed.')
  restoreSite(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'Site', input))
  }
}
