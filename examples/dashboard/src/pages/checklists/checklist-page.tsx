import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { ChecklistPageFragment, ViewerQuery } from '../../../generated/graphql.js'
import { formatNumber, useTimeFormat } from '../../format.js'
import { Facts } from '../../parts/facts.js'
import { History } from '../../parts/history.js'
import { Loading, Missing, Problem } from '../../parts/problem.js'
import { linkTo } from '../../route.js'
import { AnswerFigures } from './answer-figures.js'
import { ChecklistTypes } from './checklist-types.js'
import { Preview } from './editor/preview.js'
import { useRemoveChecklist } from './remove-checklist.js'

graphql(`
  fragment ChecklistPage on Checklist {
    ...ChecklistContent
    checksCount
    createdAt
  }
`)
const CHECKLIST = graphql(`
  query Checklist($id: ID!) {
    checklist(id: $id) {
      ...ChecklistPage
    }
  }
`)

interface Props {
  readonly id: string
  readonly viewer: ViewerQuery['viewer']
}

/** A checklist: the asset types that have it, its questions as the inspector is asked them, and how they were answered. */
export function ChecklistPage({ id, viewer }: Props) {
  const { data, error, refetch } = useQuery(CHECKLIST, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { checklist } = data
  if (!checklist) return <Missing noun="checklist" />
  const isAdmin = viewer.role === 'ADMIN'
  return (
    <>
      <title>{`${checklist.name} · Field inspections`}</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/checklists">Checklists</a>
      </nav>
      <div className="heading">
        <h1>{checklist.name}</h1>
        {isAdmin && <Actions checklist={checklist} />}
      </div>
      <ChecklistFacts checklist={checklist} />
      <ChecklistTypes id={id} isAdmin={isAdmin} />
      <Preview sections={checklist.sections} />
      <AnswerFigures id={id} />
      {isAdmin && <History id={id} />}
    </>
  )
}

function Actions({ checklist }: { checklist: ChecklistPageFragment }) {
  const { id } = checklist
  const { removeChecklist, isBusy } = useRemoveChecklist()
  return (
    <div className="actions">
      <a className="button primary" href={linkTo(`checklists/${id}/edit`)}>
        Edit
      </a>
      <a className="button" href={linkTo('checklists/new', { copyOf: id })}>
        Copy
      </a>
      <button type="button" disabled={isBusy} onClick={() => void removeChecklist(checklist)}>
        Remove
      </button>
    </div>
  )
}

function ChecklistFacts({ checklist }: { checklist: ChecklistPageFragment }) {
  const { date } = useTimeFormat()
  const { version, checksCount, passPercentage, createdAt, updatedAt } = checklist
  const facts = {
    Version: formatNumber(version),
    Questions: formatNumber(checksCount),
    'Score that passes': `${passPercentage} %`,
    Created: date(createdAt),
    Changed: date(updatedAt),
  }
  return <Facts facts={Object.entries(facts)} />
}
