import { KeyInput } from '../common/key.input.js'
import { Nullable } from '../common/type.decorator.js'

@KeyInput('Asset')
export class AssetKey {
  @Nullable(String, 'The complete code, case-sensitive.')
  readonly code?: string | null

  @Nullable(String, 'The scanned text of its barcode.')
  readonly barcode?: string | null
}
