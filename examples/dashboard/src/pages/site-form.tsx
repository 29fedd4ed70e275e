import { useMutation, useQuery } from '@apollo/client/react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { graphql } from '../../generated/index.js'
import type { SiteFormFragment } from '../../generated/graphql.js'
import { describeError, Loading, Missing, Problem } from '../parts/problem.js'
import { navigate } from '../route.js'
import { type FormErrors, formErrors, typeErrors, WHOLE_FORM } from './form-errors.js'
import { INPUTS, readSiteInput, SiteFields } from './site-fields.js'

const SITE = graphql(`
  query SiteToEdit($id: ID!) {
    site(id: $id) {
      ...SiteForm
    }
  }
`)
const UPDATE_SITE = graphql(`
  mutation UpdateSite($input: UpdateSiteInput!) {
    updateSite(input: $input) {
      site {
        ...SiteForm
      }
      userErrors {
        field
        message
      }
    }
  }
`)

export function SiteForm({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(SITE, {
    variables: { id },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  })
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  return data.site ? <Form site={data.site} /> : <Missing noun="site" />
}

function Form({ site }: { site: SiteFormFragment }) {
  // A change by another client after this time is an error, not overwritten.
  const [expectedUpdatedAt] = useState(site.updatedAt)
  const [errors, setErrors] = useState<FormErrors>(new Map())
  const [update, { loading }] = useMutation(UPDATE_SITE)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  const submit = async (data: FormData) => {
    const input = { id: site.id, expectedUpdatedAt, ...readSiteInput(data) }
    try {
      const result = await update({ variables: { input } })
      const userErrors = result.data?.updateSite?.userErrors ?? []
      if (userErrors.length > 0) setErrors(formErrors(userErrors, INPUTS))
      else navigate(`/sites/${site.id}`)
    } catch (error) {
      setErrors(
        typeErrors(error, INPUTS) ??
          formErrors([{ field: null, message: describeError(error) }], INPUTS),
      )
    }
  }
  return (
    <>
      <title>{`Edit ${site.name} · Field inspections`}</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/sites">Sites</a>
        <a href={`#/sites/${site.id}`}>{site.name}</a>
      </nav>
      <h1>Edit site</h1>
      <form
        ref={form}
        className="panel form"
        noValidate
        onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
          event.preventDefault()
          void submit(new FormData(event.currentTarget))
        }}
      >
        {errors.size > 0 && (
          <p className="error" role="alert">
            {errors.get(WHOLE_FORM) ?? 'Please correct the marked fields.'}
          </p>
        )}
        <SiteFields site={site} errors={errors} />
        <div className="actions">
          <button className="primary" disabled={loading}>
            {loading ? 'Saving…' : 'Save'}
          </button>
          <a className="button" href={`#/sites/${site.id}`}>
            Cancel
          </a>
        </div>
      </form>
    </>
  )
}
