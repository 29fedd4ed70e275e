import { Resolver } from 'type-graphql'
import { createSite } from '../../../domain/site/create-site.js'
import { updateSite } from '../../../domain/site/update-site.js'
import { Input, RecordMutation, Write } from '../common/write.decorator.js'
import { CreateSiteInput, UpdateSiteInput } from './site.input.js'
import { SiteNode } from './site.type.js'

@Resolver()
export class SiteMutation {
  @RecordMutation(SiteNode, 'Creates a site of a client. For admins.')
  createSite(@Input(CreateSiteInput) input: CreateSiteInput, @Write() write: Write) {
    return write.record((domain) => createSite(domain, input))
  }

  @RecordMutation(SiteNode, 'Updates a site. For admins.')
  updateSite(@Input(UpdateSiteInput) input: UpdateSiteInput, @Write() write: Write) {
    return write.record((domain) => updateSite(domain, input))
  }
}
