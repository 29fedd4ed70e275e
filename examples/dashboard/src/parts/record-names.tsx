import { skipToken, useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { graphql } from '../../generated/index.js'
import { linkTo } from '../route.js'

const NAMES = graphql(`
  query RecordNames($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on Asset {
        label: code
      }
      ... on AssetType {
        label: name
      }
      ... on Checklist {
        label: name
      }
      ... on Client {
        label: legalName
      }
      ... on Job {
        number
      }
      ... on JobType {
        label: name
      }
      ... on Site {
        label: name
      }
      ... on User {
        label: fullName
      }
      ... on Zone {
        label: name
      }
    }
  }
`)

/** How many records one query may ask for. */
const MAX_RECORDS = 100

/** The names of records of any type by their ids, as links. A record that is removed, or has no page and no list, is left out. */
export function useRecordNames(ids: readonly string[]): ReadonlyMap<string, ReactNode> {
  const asked = [...new Set(ids)].slice(0, MAX_RECORDS)
  const { data, previousData } = useQuery(
    NAMES,
    asked.length > 0 ? { variables: { ids: asked } } : skipToken,
  )
  const names = new Map<string, ReactNode>()
  for (const record of (data ?? previousData)?.nodes ?? []) {
    const address = record && ADDRESSES[record.__typename]?.(record.id)
    if (!address) continue
    const text = 'number' in record ? `#${record.number}` : 'label' in record && record.label
    names.set(record.id, <a href={address}>{text}</a>)
  }
  return names
}

/** The page of a record, or the list of what belongs to it. */
const ADDRESSES: Readonly<Record<string, (id: string) => string>> = {
  Asset: (id) => linkTo(`assets/${id}`),
  AssetType: (typeIds) => linkTo('assets', { typeIds }),
  Checklist: (id) => linkTo(`checklists/${id}`),
  Client: (id) => linkTo(`clients/${id}`),
  Job: (id) => linkTo(`jobs/${id}`),
  JobType: (typeIds) => linkTo('jobs', { typeIds }),
  Site: (id) => linkTo(`sites/${id}`),
  User: (technicianIds) => linkTo('jobs', { technicianIds }),
  Zone: (zoneIds) => linkTo('assets', { zoneIds }),
}
