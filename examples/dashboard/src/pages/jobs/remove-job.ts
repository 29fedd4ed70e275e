import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { useAction } from '../../parts/use-action.js'
import { linkTo, navigate } from '../../route.js'

const REMOVE_JOB = graphql(`
  mutation RemoveJob($id: ID!) {
    removeJob(input: { id: $id }) {
      userErrors {
        message
      }
    }
  }
`)

interface Job {
  readonly id: string
  readonly number: number
}

/** Returns the function that removes a job that was created by mistake. */
export function useRemoveJob() {
  const { run } = useAction()
  const [remove] = useMutation(REMOVE_JOB)
  return ({ id, number }: Job) =>
    run({
      send: () => remove({ variables: { id } }),
      done: `Job ${number} is removed.`,
      // Its page, if it is shown, has nothing to show any more.
      next:
        location.hash === linkTo(`jobs/${id}`)
          ? () => {
              navigate('/jobs')
            }
          : undefined,
    })
}
