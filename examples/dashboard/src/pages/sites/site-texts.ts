import { graphql } from '../../../generated/index.js'
import type { RiskLevel, SiteFormFragment } from '../../../generated/graphql.js'

graphql(`
  fragment SiteForm on Site {
    id
    updatedAt
    name
    legalName
    registrationNumber
    vatNumber
    failureThreshold
    riskLevel
    address {
      street
      city
      region
      timezone
    }
  }
`)

/** The inputs of the form, named by their path in the mutation's input. */
export const INPUTS = [
  'name',
  'legalName',
  'registrationNumber',
  'vatNumber',
  'failureThreshold',
  'riskLevel',
  'address.street',
  'address.city',
  'address.region',
  'address.timezone',
] as const

export type InputName = (typeof INPUTS)[number]

/** The values of the form as texts: an unknown value is an empty text. */
export type SiteTexts = Readonly<Record<InputName, string>>

const toTexts = (valueOf: (name: InputName) => string | number | null) =>
  Object.fromEntries(INPUTS.map((name) => [name, String(valueOf(name) ?? '').trim()])) as SiteTexts

/** The values of a form for a new site. */
export const NO_TEXTS = toTexts(() => null)

/** The values that a form shows for this site. */
export function textsOfSite({ address, ...site }: SiteFormFragment): SiteTexts {
  const values: Record<InputName, string | number | null> = {
    ...site,
    'address.street': address.street,
    'address.city': address.city,
    'address.region': address.region,
    'address.timezone': address.timezone,
  }
  return toTexts((name) => values[name])
}

/** The values that the form has now. */
export const textsIn = (form: HTMLFormElement): SiteTexts => {
  const data = new FormData(form)
  return toTexts((name) => data.get(name) as string)
}

/** The values as the mutation expects them: an empty text is null. */
export function siteInputOf(texts: SiteTexts) {
  const text = (name: InputName) => texts[name] || null
  const failureThreshold = text('failureThreshold')
  return {
    name: texts.name,
    legalName: text('legalName'),
    registrationNumber: text('registrationNumber'),
    vatNumber: text('vatNumber'),
    failureThreshold: failureThreshold === null ? null : Number(failureThreshold),
    riskLevel: text('riskLevel') as RiskLevel | null,
    address: {
      street: text('address.street'),
      city: text('address.city'),
      region: text('address.region'),
      timezone: text('address.timezone'),
    },
  }
}
