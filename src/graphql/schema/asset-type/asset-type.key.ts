import { KeyInput } from '../common/key.input.js'
import { Nullable } from '../common/type.decorator.js'

@KeyInput('AssetType')
export class AssetTypeKey {
  @Nullable(String, 'The short code, case-sensitive.')
  readonly shortCode?: string | null
}
