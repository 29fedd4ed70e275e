import type { Client } from '../../client/client.js'
import { InvalidInputError } from '../../client/errors.js'
import type { CreateJobInput } from '../../client/generated/graphql.js'
import { graphql } from '../../client/generated/index.js'
import { textOf } from './field-error.js'
import type { Result, Send, SendOptions } from './row.js'

const CREATE_JOB = graphql(`
  mutation CreateJob($input: CreateJobInput!) {
    createJob(input: $input) {
      job {
        id
        number
      }
      userErrors {
        field
        message
      }
    }
  }
`)

/** Creates a job for each row. The idempotency key is for one row, so a batch has one row. */
export const sendJobs =
  (client: Client): Send<CreateJobInput> =>
  (rows, options) =>
    Promise.all(rows.map((row) => createJob(client, row, options)))

async function createJob(
  client: Client,
  row: CreateJobInput,
  { idempotencyKey, dryRun, signal }: SendOptions,
): Promise<Result> {
  try {
    const input = { ...row, dryRun }
    const { createJob } = await client.request(CREATE_JOB, { input }, { idempotencyKey, signal })
    const { job, userErrors = [] } = createJob ?? {}
    return job
      ? { created: { id: job.id, number: String(job.number) } }
      : { errors: userErrors.map(textOf) }
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    return {
      errors: error.errors.map(({ message, extensions }) =>
        textOf({ message, field: extensions?.path }),
      ),
    }
  }
}
