import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql'
import { recordInspection } from '../../../domain/inspection/record-inspection.js'
import { mutate, payloadType } from '../common/payload.type.js'
import { type Context, domainOf } from '../../context.js'
import { RecordInspectionInput } from './inspection.input.js'
import { InspectionNode } from './inspection.type.js'

const RecordInspectionPayload = payloadType(
  'RecordInspectionPayload',
  'inspection',
  () => InspectionNode,
)

@Resolver()
export class InspectionMutation {
  @Mutation(() => RecordInspectionPayload, {
    nullable: true,
    description:
      'Records a look at an asset in use. Unless a later one is known, the asset is from then on defective or not, and its next inspection is due when its type says. For admins and technicians.',
  })
  recordInspection(
    @Arg('input', () => RecordInspectionInput, { description: 'What was found.' })
    input: RecordInspectionInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'Inspection', 'inspection', () =>
      recordInspection(domainOf(context), input),
    )
  }
}
