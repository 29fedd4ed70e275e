import { useMutation, useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { PictureField } from '../../documents/picture-field.js'
import { Check } from '../../parts/check.js'
import { Facts } from '../../parts/facts.js'
import { Loading, Problem } from '../../parts/problem.js'
import { useAction } from '../../parts/use-action.js'
import { sizeText } from '../../queue/entry.js'

const COMPANY = graphql(`
  query CompanyPage {
    company {
      id
      name
      registrationNumber
      vatNumber
      logoUrl
      documentQuotaMegabytes
      allowUnassignedJobs
      stats {
        totalStorage
      }
    }
  }
`)

const ALLOW = graphql(`
  mutation AllowUnassignedJobs($allowUnassignedJobs: Boolean!) {
    updateCompany(input: { allowUnassignedJobs: $allowUnassignedJobs }) {
      company {
        id
        allowUnassignedJobs
      }
      userErrors {
        message
      }
    }
  }
`)

/** The company of the user: its facts, its logo, and whether jobs may be without a technician. */
export function CompanyPage({ isAdmin }: { isAdmin: boolean }) {
  const { data, error, refetch } = useQuery(COMPANY)
  const [allow] = useMutation(ALLOW)
  const { run } = useAction()
  const set = (allowUnassignedJobs: boolean): Promise<boolean> =>
    run({
      send: () => allow({ variables: { allowUnassignedJobs } }),
      done: `Jobs without a technician are ${allowUnassignedJobs ? '' : 'not '}allowed.`,
      undo: () => set(!allowUnassignedJobs),
    })
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { name, registrationNumber, vatNumber, logoUrl, stats } = data.company
  const { documentQuotaMegabytes, allowUnassignedJobs } = data.company
  return (
    <>
      <title>{`${name} · Field inspections`}</title>
      <div className="heading">
        <h1>{name}</h1>
        <a href="#/profile">Your profile and picture</a>
      </div>
      <Facts
        facts={[
          ['Registration number', registrationNumber ?? '–'],
          ['VAT number', vatNumber ?? '–'],
          ['Files', sizeText(stats.totalStorage)],
          ['Files may have', documentQuotaMegabytes ? `${documentQuotaMegabytes} MB` : 'No limit'],
          ['Jobs without a technician', allowUnassignedJobs ? 'Allowed' : 'Not allowed'],
        ]}
      />
      {isAdmin && (
        <Check
          label="Allow jobs without a technician"
          checked={allowUnassignedJobs}
          onChange={(checked) => void set(checked)}
        />
      )}
      <PictureField
        heading="Logo"
        url={logoUrl}
        canChange={isAdmin}
        canRemove={isAdmin}
        action="attachToCompany"
        place="company"
        title={`Logo of ${name}`}
        inputOf={(logoDocumentId) => ({ logoDocumentId })}
      />
    </>
  )
}
