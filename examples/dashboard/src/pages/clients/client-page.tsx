import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { DocumentsPanel } from '../../documents/documents-panel.js'
import { PictureField } from '../../documents/picture-field.js'
import { countOf } from '../../format.js'
import { Facts } from '../../parts/facts.js'
import { Loading, Missing, Problem } from '../../parts/problem.js'
import { linkTo } from '../../route.js'

const CLIENT = graphql(`
  query ClientPage($id: ID!) {
    client(id: $id) {
      id
      legalName
      tradingName
      registrationNumber
      vatNumber
      logoUrl
      sitesCount
      openFindingsCount
    }
  }
`)

interface Props {
  readonly id: string
  readonly isAdmin: boolean
}

/** A client: its facts, its logo and its files. */
export function ClientPage({ id, isAdmin }: Props) {
  const { data, error, refetch } = useQuery(CLIENT, {
    variables: { id },
    // A new site is not in its number in the cache.
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { client } = data
  if (!client) return <Missing noun="client" />
  const { legalName, sitesCount, openFindingsCount, logoUrl } = client
  return (
    <>
      <title>{`${legalName} · Field inspections`}</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/sites">Sites</a>
      </nav>
      <div className="heading">
        <h1>{legalName}</h1>
        {isAdmin && (
          <a className="button" href={linkTo('sites/new', { client: id })}>
            New site
          </a>
        )}
      </div>
      <Facts
        facts={[
          ['Trading name', client.tradingName ?? '–'],
          ['Registration number', client.registrationNumber ?? '–'],
          ['VAT number', client.vatNumber ?? '–'],
          ['Sites', <a href={linkTo('sites', { clientIds: id })}>{countOf(sitesCount, 'site')}</a>],
          [
            'Open findings',
            <a href={linkTo('findings', { clientIds: id, statuses: 'OPEN' })}>
              {countOf(openFindingsCount, 'finding')}
            </a>,
          ],
        ]}
      />
      <PictureField
        heading="Logo"
        url={logoUrl}
        canChange={isAdmin}
        canRemove={isAdmin}
        action="attachToClient"
        place={`clients/${id}`}
        title={`Logo of ${legalName}`}
        inputOf={(logoDocumentId) => ({ id, logoDocumentId })}
      />
      <DocumentsPanel id={id} place="clients" title={legalName} isAdmin={isAdmin} />
    </>
  )
}
