import { Arg, FieldResolver, Resolver, Root } from 'type-graphql'
import type { DocumentSize } from '../../../domain/document/document-size.js'
import { hasKey, type KeyArguments } from '../../read/lookups.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { Key, keyInput } from '../common/key.input.js'
import { ConnectionQuery, RecordQuery } from '../common/query.decorator.js'
import { DocumentConnection } from './document.connection.js'
import { DocumentNode, DocumentSizeEnum } from './document.type.js'

@Resolver(() => DocumentNode)
export class DocumentResolver {
  @RecordQuery(DocumentNode, 'The document with this id or key; null if there is none.')
  document(@Key(keyInput('Document')) key: KeyArguments, @FieldReader() read: FieldReader) {
    return read.record(hasKey(key))
  }

  @ConnectionQuery(DocumentConnection, 'The documents of the company, of all its records.')
  documents(@FieldReader() read: FieldReader) {
    return read.connection('Document')
  }

  @FieldResolver(() => String, {
    description:
      'A link to the file: a path on this host, `/documents/<id>?…`, that opens without credentials. It is the same for up to 15 minutes, and stops working after 15 to 30 minutes, and when the document is removed. Without its query, the path requires the credentials of this API. A PNG or JPEG is shown in the browser, any other file is downloaded. The link to a smaller size shows a PNG, JPEG or HEIC as a WebP or a JPEG, without metadata; for other files, and for images that cannot be decoded, it responds 404.',
  })
  url(
    @Root() { url }: { readonly url: Readonly<Record<DocumentSize, string>> },
    @Arg('size', () => DocumentSizeEnum, {
      defaultValue: 'original',
      description: 'The size of an image.',
    })
    size: DocumentSize,
  ): string {
    return url[size]
  }
}
