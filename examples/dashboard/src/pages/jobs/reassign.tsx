import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { JobPageQuery } from '../../../generated/graphql.js'
import { RecordPicker } from '../../lists/record-picker.js'
import { useAction } from '../../parts/use-action.js'
import { NOT_ASSIGNED, technicianOf, TECHNICIANS, useAllowsUnassigned } from './technicians.js'

const REASSIGN = graphql(`
  mutation ReassignJob($id: ID!, $technicianId: ID) {
    updateJob(input: { id: $id, technicianId: $technicianId }) {
      job {
        id
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

type Job = Pick<
  NonNullable<JobPageQuery['job']>,
  'id' | 'number' | 'status' | 'assigned' | 'technician'
>

/** Gives the job to another technician, or to none if the company allows that. */
export function Reassign({ job }: { job: Job }) {
  const { id, number, status } = job
  const [chosen, setChosen] = useState<string[]>([])
  const { run, isBusy } = useAction()
  const [reassign] = useMutation(REASSIGN)
  const allowsUnassigned = useAllowsUnassigned()
  const current = technicianOf(job).id

  /** An empty id: the job has no technician any more. */
  const giveTo = (technicianId: string, undo?: () => unknown) =>
    run({
      send: () => reassign({ variables: { id, technicianId: technicianId || null } }),
      done: `Job ${number} has ${technicianId ? 'another' : 'no'} technician.`,
      ...(undo && { undo }),
    })
  const submit = async (technicianId: string) => {
    const isDone = await giveTo(technicianId, () => giveTo(current))
    // The user may have chosen another one meanwhile.
    if (isDone) setChosen((now) => now.filter((each) => each !== technicianId))
  }
  const [next] = chosen
  return (
    <div className="filters panel">
      <RecordPicker
        isSingle
        label="Another technician"
        noun="users"
        where={TECHNICIANS}
        ids={chosen}
        onChange={setChosen}
      />
      <button
        type="button"
        disabled={isBusy || next === undefined}
        onClick={() => {
          if (next !== undefined) void submit(next)
        }}
      >
        Reassign
      </button>
      {allowsUnassigned && job.assigned && status === 'SCHEDULED' && (
        <button type="button" disabled={isBusy} onClick={() => void submit(NOT_ASSIGNED.id)}>
          Take from the technician
        </button>
      )}
    </div>
  )
}
