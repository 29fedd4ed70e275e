import { graphql } from '../../generated/index.js'
import type { RiskLevel, SiteFormFragment } from '../../generated/graphql.js'
import { labelOf } from '../format.js'
import { Field } from '../parts/field.js'
import { RISKS } from '../risks.js'
import type { FormErrors } from './form-errors.js'

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

/** The inputs of the form, named by their path in `UpdateSiteInput`. */
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

/** The values as the mutation expects them: an empty input is null. */
export function readSiteInput(data: FormData) {
  const text = (name: (typeof INPUTS)[number]) => (data.get(name) as string).trim() || null
  const failureThreshold = text('failureThreshold')
  return {
    name: text('name'),
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

export function SiteFields({ site, errors }: { site: SiteFormFragment; errors: FormErrors }) {
  const { address } = site
  const field = (name: (typeof INPUTS)[number], value: string | number | null) => ({
    name,
    value,
    error: errors.get(name),
  })
  return (
    <>
      <Field label="Name" {...field('name', site.name)} />
      <Field label="Legal name" {...field('legalName', site.legalName)} />
      <div className="row">
        <Field
          label="Registration number"
          {...field('registrationNumber', site.registrationNumber)}
        />
        <Field label="VAT number" {...field('vatNumber', site.vatNumber)} />
      </div>
      <div className="row">
        <Field label="Risk" {...field('riskLevel', site.riskLevel)}>
          <option value="">Unknown</option>
          {RISKS.map((risk) => (
            <option key={risk} value={risk}>
              {labelOf(risk)}
            </option>
          ))}
        </Field>
        <Field
          label="Failing from this number of defects"
          type="number"
          {...field('failureThreshold', site.failureThreshold)}
        />
      </div>
      <fieldset>
        <legend>Address</legend>
        <Field label="Street" {...field('address.street', address.street)} />
        <div className="row">
          <Field label="City" {...field('address.city', address.city)} />
          <Field label="County or region" {...field('address.region', address.region)} />
        </div>
        <Field label="Time zone" {...field('address.timezone', address.timezone)} />
      </fieldset>
    </>
  )
}
