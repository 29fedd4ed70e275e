import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { WeekJobFragment } from '../../../generated/graphql.js'
import { useTimeFormat } from '../../format.js'
import { useAction } from '../../parts/use-action.js'
import { type Technician, technicianOf } from './technicians.js'

const MOVE_JOB = graphql(`
  mutation MoveJob($input: UpdateJobInput!) {
    updateJob(input: $input) {
      job {
        id
        scheduledStart
        scheduledEnd
        assigned
        technician {
          id
          fullName
        }
      }
      userErrors {
        message
      }
    }
  }
`)

interface Place {
  readonly technician: Technician
  readonly scheduledStart: string
  readonly scheduledEnd: string
}

/** Returns the function that gives a job another time and another technician or none, with an undo. */
export function useMoveJob() {
  const [update] = useMutation(MOVE_JOB)
  const { run } = useAction()
  const { time } = useTimeFormat()

  const moveTo = (job: WeekJobFragment, place: Place, undo?: () => unknown) => {
    const { technician, scheduledStart, scheduledEnd } = place
    const { id, number } = job
    const technicianId = technician.id || null
    const moved = {
      ...{ __typename: 'Job' as const, id, scheduledStart, scheduledEnd },
      assigned: technicianId !== null,
      technician: { __typename: 'User' as const, id: technician.id, fullName: technician.fullName },
    }
    return run({
      // The job is in its new place before the service has answered.
      send: () =>
        update({
          variables: {
            input: { id, scheduledStart, scheduledEnd, technicianId },
          },
          optimisticResponse: {
            __typename: 'Mutation',
            updateJob: { __typename: 'UpdateJobPayload', job: moved, userErrors: [] },
          },
        }),
      done: `Job ${number}: ${time(scheduledStart)}, ${technician.fullName}.`,
      ...(undo && { undo }),
    })
  }
  return (job: WeekJobFragment, place: Place) =>
    moveTo(job, place, () => moveTo(job, { ...job, technician: technicianOf(job) }))
}
