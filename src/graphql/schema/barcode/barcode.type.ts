import { Int } from 'type-graphql'
import { NonNull, Nullable } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { RemovableNode } from '../user/user.type.js'

/** The field `asset` is declared in barcode.resolver.ts, because asset.type.ts imports this file. */
@NodeType('Barcode', 'The barcode of an asset.')
export class BarcodeNode extends RemovableNode {
  @NonNull(String, 'The scanned text, unique in the company.')
  readonly data!: string

  @Nullable(String, 'The part of `data` before the number; null for an external barcode.')
  readonly prefix!: string | null

  @NonNull(Boolean, 'Whether anyone who scans the barcode may see the asset.')
  readonly public!: boolean

  @NonNull(NonNegativeInt, 'Its number in a printed batch; 0 if it was created with its asset.')
  readonly batch!: number

  @Nullable(Int, 'The id of the printed batch; null if it was created with its asset.')
  readonly batchId!: number | null
}
