import { GraphQLDateTime, GraphQLUUID } from 'graphql-scalars'
import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { AssetTypeNode } from '../asset-type/asset-type.type.js'
import { BarcodeNode } from '../barcode/barcode.type.js'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'
import { ChangingNode } from '../common/timestamps.js'
import { RiskNode } from '../risk/risk.type.js'
import { SiteNode } from '../site/site.type.js'
import { UserNode } from '../user/user.type.js'
import { ZoneNode } from '../zone/zone.type.js'

export enum AssetStatus {
  OK = 'ok',
  DEFECTIVE = 'defective',
  OVERDUE = 'overdue',
  DECOMMISSIONED = 'decommissioned',
}
registerEnumType(AssetStatus, {
  name: 'AssetStatus',
  description:
    'How an asset stands: the first that holds of decommissioned, defective, overdue, ok.',
  valuesConfig: {
    OK: { description: 'In use, and nothing is known against it.' },
    DEFECTIVE: { description: 'Its last inspection failed.' },
    OVERDUE: { description: 'Its next inspection should have been by now.' },
    DECOMMISSIONED: { description: 'Taken out of use for good.' },
  },
})

@ObjectType('CustomFieldValue', {
  simpleResolvers: true,
  description: 'What an asset has in one of the custom fields of its type.',
})
export class CustomFieldValueType {
  @Field(() => GraphQLUUID, {
    description: 'The id of the field; Set A `field_id`, Set B `id`.',
  })
  readonly id!: string

  @Field(() => String, { description: 'What people call the field.' })
  readonly label!: string

  @Field(() => String, { description: 'The value.' })
  readonly value!: string
}

@ObjectType('Asset', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'A thing that is inspected. It stands in a zone.',
})
export class AssetNode extends ChangingNode {
  @Field(() => String, { description: 'Unique in the company for ever, case-sensitive.' })
  readonly code!: string

  @Field(() => ZoneNode, {
    description: 'Where the asset stands; Set A `zone_id`, Set B `zoneId`.',
  })
  readonly zone!: ZoneNode

  @Field(() => SiteNode, { description: 'The site of the zone.' })
  readonly site!: SiteNode

  @Field(() => AssetTypeNode, {
    description: 'What the asset is; Set A `asset_type_id`, Set B `assetTypeId`.',
  })
  readonly type!: AssetTypeNode

  @Field(() => RiskNode, {
    nullable: true,
    description:
      'How much a failure matters, Set B `riskLevel`; null where neither it nor its type says.',
  })
  readonly risk!: RiskNode | null

  @Field(() => Boolean, {
    description: 'Whether the last inspection failed; Set A `is_defective`, Set B `defective`.',
  })
  readonly defective!: boolean

  @Field(() => Boolean, {
    description:
      'Whether the next inspection should have been by now. Never for a decommissioned asset.',
  })
  readonly overdue!: boolean

  @Field(() => AssetStatus, { description: 'How the asset stands; Set A `current_status`.' })
  readonly status!: AssetStatus

  @Field(() => [CustomFieldValueType], {
    description:
      'The values of the custom fields, in the order of the type; fields without a value are left out. Set A `meta_data`.',
  })
  readonly metaData!: CustomFieldValueType[]

  @Field(() => BarcodeNode, { nullable: true, description: 'What is scanned to find the asset.' })
  readonly barcode!: BarcodeNode | null

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'When the asset was last inspected; null where it never was. Set A `last_inspection`.',
  })
  readonly lastInspection!: Date | null

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the next inspection is due; null where none is. Set A `next_inspection`.',
  })
  readonly nextInspection!: Date | null

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the asset was taken out of use; null where it is in use.',
  })
  readonly decommissionedAt!: Date | null

  @Field(() => UserNode, { description: 'Who created the record.' })
  readonly createdBy!: UserNode
}

export const AssetConnection = connectionType('Asset', () => AssetNode)
