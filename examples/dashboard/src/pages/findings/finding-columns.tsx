import { graphql } from '../../../generated/index.js'
import type { FindingRowFragment } from '../../../generated/graphql.js'
import { labelOf, useTimeFormat } from '../../format.js'
import type { Column } from '../../lists/record-table.js'
import { Badge } from '../../parts/badge.js'
import { linkTo } from '../../route.js'
import { FindingActions } from './finding-actions.js'

graphql(`
  fragment FindingRow on Finding {
    id
    title
    severity
    status
    overdue
    dueAt
    resolution
    asset {
      id
      code
      site {
        id
        name
      }
    }
    job {
      id
      number
    }
  }
`)

interface Props {
  readonly isAdmin: boolean
  /** The ids of the selected findings. Admins select open ones. */
  readonly selected: readonly string[]
  readonly onSelect: (ids: readonly string[]) => void
}

/** The columns of the list of findings. */
export function useFindingColumns(props: Props): readonly Column<FindingRowFragment>[] {
  const { isAdmin, selected, onSelect } = props
  const { date } = useTimeFormat()
  return [
    {
      label: 'Finding',
      text: ({ title }) => title,
      cell: ({ id, title, status }) =>
        isAdmin && status === 'OPEN' ? (
          <span className="check">
            <input
              type="checkbox"
              aria-label={title}
              checked={selected.includes(id)}
              onChange={({ target }) => {
                const others = selected.filter((each) => each !== id)
                onSelect(target.checked ? [...others, id] : others)
              }}
            />
            <a href={linkTo(`findings/${id}`)}>{title}</a>
          </span>
        ) : (
          <a href={linkTo(`findings/${id}`)}>{title}</a>
        ),
    },
    {
      label: 'Severity',
      order: 'SEVERITY',
      text: ({ severity }) => labelOf(severity),
      cell: ({ severity }) => <Badge value={severity} />,
    },
    {
      ...{ label: 'Status', order: 'STATUS' },
      text: ({ status }) => labelOf(status),
      cell: ({ status, overdue }) => <Badge value={overdue ? 'OVERDUE' : status} />,
    },
    {
      label: 'Due',
      order: 'DUE_AT',
      text: ({ dueAt }) => date(dueAt),
      csv: ({ dueAt }) => dueAt,
    },
    {
      ...{ label: 'Asset', isCode: true },
      text: ({ asset }) => asset.code,
      cell: ({ asset }) => <a href={linkTo(`assets/${asset.id}`)}>{asset.code}</a>,
    },
    {
      label: 'Site',
      text: ({ asset }) => asset.site.name,
      cell: ({ asset }) => <a href={linkTo(`sites/${asset.site.id}`)}>{asset.site.name}</a>,
    },
    {
      label: 'Job',
      text: ({ job }) => String(job?.number ?? ''),
      cell: ({ job }) => (job ? <a href={linkTo(`jobs/${job.id}`)}>#{job.number}</a> : '–'),
    },
    {
      label: 'Resolution',
      text: ({ resolution }) => resolution ?? '',
      cell: (finding) =>
        finding.resolution ?? <FindingActions finding={finding} isAdmin={isAdmin} />,
    },
  ]
}
