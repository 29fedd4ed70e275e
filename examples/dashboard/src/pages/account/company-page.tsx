import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { PictureField } from '../../documents/picture-field.js'
import { Facts } from '../../parts/facts.js'
import { Loading, Problem } from '../../parts/problem.js'
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
      stats {
        totalStorage
      }
    }
  }
`)

/** The company of the user: its facts and its logo. */
export function CompanyPage({ isAdmin }: { isAdmin: boolean }) {
  const { data, error, refetch } = useQuery(COMPANY)
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { name, registrationNumber, vatNumber, logoUrl, documentQuotaMegabytes, stats } =
    data.company
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
        ]}
      />
      <PictureField
        heading="Logo"
        url={logoUrl}
        canChange={isAdmin}
        action="attachToCompany"
        place="company"
        title={`Logo of ${name}`}
        inputOf={(logoDocumentId) => ({ logoDocumentId })}
      />
    </>
  )
}
