import { documentListing, type DocumentFilter } from '../../../domain/document/document-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { RecordTimesFilter, FilterInput } from '../common/filter.input.js'
import { DocumentNode } from './document.type.js'

@FilterInput('Document')
class DocumentFilterInput extends RecordTimesFilter implements Combined<DocumentFilter> {
  @Nullable(String, 'The file name contains this, ignoring case and accents.')
  readonly search?: string | null

  @Nullable(Boolean, 'Whether it belongs to the company itself.')
  readonly ofCompany?: boolean | null
}

export const DocumentConnection = connectionType(DocumentNode, documentListing, DocumentFilterInput)
