import { GraphQLDateTime } from 'graphql-scalars'
import { ID, Int } from 'type-graphql'
import type { AssetStatus } from '../../../domain/asset/asset-status.js'
import type { CustomFieldKind } from '../../../domain/asset-type/custom-field-kind.js'
import type { RiskLevel } from '../../../domain/risk/risk.js'
import { AssetTypeNode } from '../asset-type/asset-type.type.js'
import { CustomFieldKindEnum } from '../asset-type/custom-field.type.js'
import { BarcodeNode } from '../barcode/barcode.type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { NodeType } from '../common/node.type.js'
import { RiskLevelEnum, RiskNode } from '../risk/risk.type.js'
import { SiteNode } from '../site/site.type.js'
import { RemovableNode, UserNode } from '../user/user.type.js'
import { ZoneNode } from '../zone/zone.type.js'
import { AssetStatusEnum } from './asset-status.js'

@ValueType('CustomFieldValue', 'The value of an asset for a custom field of its type.')
class CustomFieldValueType {
  @NonNull(ID, 'The `fieldId` of the custom field.')
  readonly fieldId!: string

  @NonNull(String, 'The name of the custom field.')
  readonly label!: string

  @NonNull(CustomFieldKindEnum, 'The kind of the custom field.')
  readonly kind!: CustomFieldKind

  @Nullable(String, 'The unit of a number; null if there is none.')
  readonly unit!: string | null

  @NonNull(
    String,
    'The value: a text, a number such as `12.5`, a date such as `2027-01-31`, `true` or `false`, or one of the options.',
  )
  readonly value!: string
}

@NodeType('Asset', 'A thing that is inspected. It is in a zone of a site.')
export class AssetNode extends RemovableNode {
  @NonNull(String, 'The code of the asset: case-sensitive, unique in the company.')
  readonly code!: string

  @NonNull(ZoneNode, 'The zone that contains the asset.')
  readonly zone!: ZoneNode

  @NonNull(SiteNode, 'The site of the zone.')
  readonly site!: SiteNode

  @NonNull(AssetTypeNode, 'The type of the asset.')
  readonly type!: AssetTypeNode

  @Nullable(RiskLevelEnum, 'How much a failure of the asset matters; null if unknown.')
  readonly riskLevel!: RiskLevel | null

  @Nullable(
    RiskNode,
    'The record of `riskLevel`, with its integer `value`; null if `riskLevel` is null.',
  )
  readonly risk!: RiskNode | null

  @NonNull(Boolean, 'Whether the last inspection failed.')
  readonly defective!: boolean

  @NonNull(Boolean, 'Whether the next inspection is overdue; false if decommissioned.')
  readonly overdue!: boolean

  @NonNull(AssetStatusEnum, 'The status of the asset.')
  readonly status!: AssetStatus

  @NonNull(
    GraphQLDateTime,
    'Since when the asset has its status. If that was before the service recorded state changes: the latest time that is known, such as the creation.',
  )
  readonly statusSince!: Date

  @NonNull(
    [CustomFieldValueType],
    'The values of the type’s custom fields, in display order. Fields without a value are left out.',
  )
  readonly customFieldValues!: CustomFieldValueType[]

  @Nullable(BarcodeNode, 'The barcode on the asset; null if there is none.')
  readonly barcode!: BarcodeNode | null

  @NonNull(Int, 'The number of files that belong to the asset.')
  readonly documentsCount!: number

  @NonNull(Int, 'The number of open findings about the asset.')
  readonly openFindingsCount!: number

  @Nullable(GraphQLDateTime, 'When the asset was last inspected; null if never.')
  readonly lastInspectedAt!: Date | null

  @Nullable(GraphQLDateTime, 'When the next inspection is due; null if none is due.')
  readonly nextInspectionDueAt!: Date | null

  @Nullable(GraphQLDateTime, 'When the asset was decommissioned; null if it is in use.')
  readonly decommissionedAt!: Date | null

  @Nullable(
    GraphQLDateTime,
    'When a decommissioned asset was last put back into use; null if never.',
  )
  readonly recommissionedAt!: Date | null

  @Nullable(String, 'Why the asset was put back into use; null if it never was.')
  readonly recommissionReason!: string | null

  @NonNull(UserNode, 'The user who created the record.')
  readonly createdBy!: UserNode
}
