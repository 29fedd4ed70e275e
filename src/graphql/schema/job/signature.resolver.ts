import { Arg, FieldResolver, Resolver, Root } from 'type-graphql'
import type { DocumentSize } from '../../../domain/document/document-size.js'
import { DocumentSizeEnum } from '../document/document.type.js'
import { SignatureType } from './signature.type.js'

@Resolver(() => SignatureType)
export class SignatureResolver {
  @FieldResolver(() => String, {
    description:
      'A link to the drawing, a PNG, that opens without credentials: as `Document.url`. The document cannot be removed.',
  })
  url(
    @Root() { url }: { readonly url: Readonly<Record<DocumentSize, string>> },
    @Arg('size', () => DocumentSizeEnum, {
      defaultValue: 'original',
      description: 'The size of the drawing.',
    })
    size: DocumentSize,
  ): string {
    return url[size]
  }
}
