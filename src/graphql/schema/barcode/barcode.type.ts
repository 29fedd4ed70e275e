import { Field, Int, ObjectType } from 'type-graphql'
import { AssetNode } from '../asset/asset.type.js'
import { connectionType } from '../common/connection.type.js'
import { NodeInterface } from '../common/node.interface.js'
import { NonNegativeInt } from '../common/non-negative-int.js'
import { ChangingNode } from '../common/timestamps.js'

@ObjectType('Barcode', {
  implements: NodeInterface,
  simpleResolvers: true,
  description: 'What is scanned to find an asset.',
})
export class BarcodeNode extends ChangingNode {
  @Field(() => String, {
    description:
      'The scanned text, unique in the company for ever; Set A `scanned_code`, Set B `barcode`.',
  })
  readonly data!: string

  @Field(() => String, {
    nullable: true,
    description: 'The part of the text that names its series; null for an external barcode.',
  })
  readonly prefix!: string | null

  @Field(() => Boolean, { description: 'Whether anyone who scans it may see the asset.' })
  readonly public!: boolean

  @Field(() => NonNegativeInt, {
    description: 'The number within a printed batch; 0 for one that was made with its asset.',
  })
  readonly batch!: number

  @Field(() => Int, {
    nullable: true,
    description: 'The printed batch, Set A `batch_id`; null for one that was made with its asset.',
  })
  readonly batchId!: number | null

  @Field(() => AssetNode, { description: 'The asset that it stands for.' })
  readonly asset!: AssetNode
}

export const BarcodeConnection = connectionType('Barcode', () => BarcodeNode)
