import { Resolver } from 'type-graphql'
import { removeRecord } from '../../../domain/removal/remove-record.js'
import { restoreRecord } from '../../../domain/removal/restore-record.js'
import { createSite } from '../../../domain/site/create-site.js'
import { updateSite } from '../../../domain/site/update-site.js'
import { RemoveMutation, RestoreMutation } from '../common/removal.decorator.js'
import { IdInput, Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { CreateSiteInput, UpdateSiteInput } from './site.input.js'
import { SiteNode } from './site.type.js'

@Resolver()
export class SiteMutation {
  @RecordMutation(SiteNode, 'Creates a site of a client. For admins.')
  createSite(
    @Input(CreateSiteInput) input: CreateSiteInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => createSite(domain, input))
  }

  @RecordMutation(SiteNode, 'Updates a site. For admins.')
  updateSite(
    @Input(UpdateSiteInput) input: UpdateSiteInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => updateSite(domain, input))
  }

  @RemoveMutation(SiteNode, 'Rejected while it has zones or open jobs.')
  removeSite(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => removeRecord(domain, 'Site', input))
  }

  @RestoreMutation(SiteNode, 'Rejected while its client or manager is removed.')
  restoreSite(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => restoreRecord(domain, 'Site', input))
  }
}
