import { KeyInput } from '../common/key.input.js'
import { Nullable } from '../common/type.decorator.js'

@KeyInput('Barcode')
export class BarcodeKey {
  @Nullable(String, 'The scanned text, case-sensitive.')
  readonly data?: string | null
}
