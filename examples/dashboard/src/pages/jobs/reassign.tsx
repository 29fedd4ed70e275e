import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { JobPageQuery } from '../../../generated/graphql.js'
import { RecordPicker } from '../../lists/record-picker.js'
import { useAction } from '../../parts/use-action.js'
import { TECHNICIANS } from './technicians.js'

const REASSIGN = graphql(`
  mutation ReassignJob($id: ID!, $technicianId: ID!) {
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

type Job = Pick<NonNullable<JobPageQuery['job']>, 'id' | 'number' | 'technician'>

/** Gives the job to another technician. */
export function Reassign({ job: { id, number, technician } }: { job: Job }) {
  const [chosen, setChosen] = useState<string[]>([])
  const { run, isBusy } = useAction()
  const [reassign] = useMutation(REASSIGN)

  const giveTo = (technicianId: string, undo?: () => unknown) =>
    run({
      send: () => reassign({ variables: { id, technicianId } }),
      done: `Job ${number} has another technician.`,
      ...(undo && { undo }),
    })
  const submit = async (technicianId: string) => {
    const isDone = await giveTo(technicianId, () => giveTo(technician.id))
    if (isDone) setChosen([])
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
    </div>
  )
}
