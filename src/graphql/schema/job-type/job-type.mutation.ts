import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql'
import { createJobType } from '../../../domain/job-type/create-job-type.js'
import { updateJobType } from '../../../domain/job-type/update-job-type.js'
import { mutate, payloadType } from '../common/payload.type.js'
import { removalMutations } from '../common/record.mutation.js'
import { type Context, domainOf } from '../../context.js'
import { CreateJobTypeInput, UpdateJobTypeInput } from './job-type.input.js'
import { JobTypeNode } from './job-type.type.js'

const CreateJobTypePayload = payloadType('CreateJobTypePayload', 'jobType', () => JobTypeNode)
const UpdateJobTypePayload = payloadType('UpdateJobTypePayload', 'jobType', () => JobTypeNode)

@Resolver()
export class JobTypeMutation {
  @Mutation(() => CreateJobTypePayload, {
    nullable: true,
    description: 'Adds a type of job. For admins.',
  })
  createJobType(
    @Arg('input', () => CreateJobTypeInput, { description: 'The type to be.' })
    input: CreateJobTypeInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'JobType', 'jobType', () =>
      createJobType(domainOf(context), input),
    )
  }

  @Mutation(() => UpdateJobTypePayload, {
    nullable: true,
    description: 'Changes a type of job. For admins.',
  })
  updateJobType(
    @Arg('input', () => UpdateJobTypeInput, { description: 'What to change.' })
    input: UpdateJobTypeInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'JobType', 'jobType', () =>
      updateJobType(domainOf(context), input),
    )
  }
}

export const jobTypeRemovalMutations = removalMutations(
  'JobType',
  'jobType',
  () => JobTypeNode,
  'Refused while there are open jobs of it.',
)
