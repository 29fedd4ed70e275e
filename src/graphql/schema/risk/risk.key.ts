import type { RiskLevel } from '../../../domain/risk/risk.js'
import { KeyInput } from '../common/key.input.js'
import { Nullable } from '../common/type.decorator.js'
import { RiskLevelEnum } from './risk.type.js'

@KeyInput('Risk')
export class RiskKey {
  @Nullable(RiskLevelEnum, 'The level.')
  readonly level?: RiskLevel | null
}
