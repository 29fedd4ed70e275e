import { NonNull, Nullable } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { RemovableNode } from '../user/user.type.js'

/** The field `asset` is declared in barcode.resolver.ts, because asset.type.ts imports this file. */
@NodeType('Barcode', 'The barcode of an asset.')
export class BarcodeNode extends RemovableNode {
  @NonNull(String, 'The scanned text, unique in the company.')
  readonly data!: string

  @Nullable(
    String,
    'The prefix of a generated barcode, such as `BC` in `BC00000001`; null for an external barcode.',
  )
  readonly prefix!: string | null
}
