import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql'
import { cancelJob } from '../../../domain/job/cancel-job.js'
import { completeJob } from '../../../domain/job/complete-job.js'
import { createJob } from '../../../domain/job/create-job.js'
import { pauseJob } from '../../../domain/job/pause-job.js'
import { resumeJob } from '../../../domain/job/resume-job.js'
import { startJob } from '../../../domain/job/start-job.js'
import { mutate, payloadType } from '../common/payload.type.js'
import { recordMutation, removalMutations } from '../common/record.mutation.js'
import { type Context, domainOf } from '../../context.js'
import { CompleteJobInput, CreateJobInput } from './job.input.js'
import { JobNode } from './job.type.js'

const CreateJobPayload = payloadType('CreateJobPayload', 'job', () => JobNode)
const CompleteJobPayload = payloadType('CompleteJobPayload', 'job', () => JobNode)

@Resolver()
export class JobMutation {
  @Mutation(() => CreateJobPayload, {
    nullable: true,
    description: 'Schedules a job, which gets the company’s next number. For admins.',
  })
  createJob(
    @Arg('input', () => CreateJobInput, { description: 'The job to be.' })
    input: CreateJobInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'Job', 'job', () => createJob(domainOf(context), input))
  }

  @Mutation(() => CompleteJobPayload, {
    nullable: true,
    description: 'Finishes a job in progress or paused, for good. For admins and its technician.',
  })
  completeJob(
    @Arg('input', () => CompleteJobInput, { description: 'Which job is done, and who signs.' })
    input: CompleteJobInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'Job', 'job', () => completeJob(domainOf(context), input))
  }
}

const job = { model: 'Job', field: 'job', node: () => JobNode } as const

export const jobMoveMutations = [
  recordMutation({
    ...job,
    name: 'startJob',
    description: 'Begins the work on a scheduled job. For admins and its technician.',
    verb: startJob,
  }),
  recordMutation({
    ...job,
    name: 'pauseJob',
    description: 'Interrupts the work on a job in progress. For admins and its technician.',
    verb: pauseJob,
  }),
  recordMutation({
    ...job,
    name: 'resumeJob',
    description: 'Goes on with the work on a paused job. For admins and its technician.',
    verb: resumeJob,
  }),
  recordMutation({
    ...job,
    name: 'cancelJob',
    description: 'Calls off a job that is not finished, for good. For admins and its technician.',
    verb: cancelJob,
  }),
]

export const jobRemovalMutations = removalMutations('Job', 'job', () => JobNode)
