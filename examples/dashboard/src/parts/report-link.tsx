import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import type { ReportStatus } from '../../generated/graphql.js'
import { labelOf } from '../format.js'
import { API_URL } from '../session.js'

interface Props {
  readonly report: { readonly status: ReportStatus; readonly url: string | null } | null
}

const LOOK_MS = 3000

/** A link to a report, which a record has when it is completed. */
export function ReportLink({ report }: Props) {
  const client = useApolloClient()
  const isWaiting = report?.status === 'PENDING'
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      client.refetchQueries({ include: 'active' }).catch(() => undefined)
    }, LOOK_MS)
    return () => {
      clearInterval(timer)
    }
  }, [isWaiting, client])
  if (!report) return '–'
  if (report.url === null) return labelOf(report.status)
  return (
    <a href={`${API_URL}${report.url}`} target="_blank" rel="noreferrer">
      Open the report
    </a>
  )
}
