import { Resolver, Root } from 'type-graphql'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { AssetConnection } from '../asset/asset.connection.js'
import { Key, keyInput } from '../common/key.input.js'
import { ConnectionField, ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { DocumentConnection } from '../document/document.connection.js'
import { FindingConnection } from '../finding/finding.connection.js'
import { JobConnection } from '../job/job.connection.js'
import { ZoneConnection } from '../zone/zone.connection.js'
import { SiteConnection } from './site.connection.js'
import { SiteNode } from './site.type.js'

@Resolver(() => SiteNode)
export class SiteResolver {
  @RecordQuery(SiteNode, 'The site with this id or key; null if there is none.')
  site(@Key(keyInput('Site')) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(SiteConnection, 'The sites of the company.')
  sites(@FieldReader() read: FieldReader) {
    return read.connection('Site')
  }

  @ConnectionField(ZoneConnection, 'The zones of the site.')
  zones(@Root() site: object, @FieldReader() read: FieldReader) {
    return read.children(site)
  }

  @ConnectionField(AssetConnection, 'The assets in all zones of the site.')
  assets(@Root() site: object, @FieldReader() read: FieldReader) {
    return read.children(site)
  }

  @ConnectionField(JobConnection, 'The jobs at the site.')
  jobs(@Root() site: object, @FieldReader() read: FieldReader) {
    return read.children(site)
  }

  @ConnectionField(FindingConnection, 'The findings about assets in all zones of the site.')
  findings(@Root() site: object, @FieldReader() read: FieldReader) {
    return read.children(site)
  }

  @ConnectionField(DocumentConnection, 'The files that belong to the site.')
  documents(@Root() site: object, @FieldReader() read: FieldReader) {
    return read.children(site)
  }
}
