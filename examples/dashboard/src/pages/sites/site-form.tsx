import { useMutation, useQuery } from '@apollo/client/react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { SiteFormFragment } from '../../../generated/graphql.js'
import { describeError, Loading, Missing, Problem } from '../../parts/problem.js'
import { navigate } from '../../route.js'
import { type FormErrors, formErrors, typeErrors, WHOLE_FORM } from '../../parts/form-errors.js'
import { adviceFor, fill, mergeTexts, NO_MERGE } from '../../parts/merge.js'
import { useToast } from '../../parts/toasts.js'
import { useAction } from '../../parts/use-action.js'
import { SiteFields } from './site-fields.js'
import { INPUTS, siteInputOf, textsIn, textsOfSite } from './site-texts.js'

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
        code
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
  // The record as the form shows it. A change by another client after it was read is an error, and is not overwritten.
  const [read, setRead] = useState(site)
  const [initial] = useState(() => textsOfSite(site))
  const [merge, setMerge] = useState(NO_MERGE)
  const [errors, setErrors] = useState<FormErrors>(new Map())
  const [update, { loading }] = useMutation(UPDATE_SITE)
  const { run } = useAction()
  const show = useToast()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], .conflict button')?.focus()
  }, [errors])

  const mergeWith = (element: HTMLFormElement, theirs: SiteFormFragment) => {
    const merged = mergeTexts(textsOfSite(read), textsIn(element), textsOfSite(theirs))
    fill(element, merged.taken)
    setRead(theirs)
    setMerge(merged)
    setErrors(formErrors([{ field: null, message: 'Another user has changed this site.' }], INPUTS))
  }
  const choose = (name: string, choice: 'mine' | 'theirs') => {
    const { [name]: theirs = '', ...conflicts } = merge.conflicts
    if (form.current && choice === 'theirs') fill(form.current, { [name]: theirs })
    setMerge({ ...merge, conflicts })
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }
  /** Writes what the site was before it was saved, unless another user has changed it since. */
  const undo = ({ id, updatedAt: expectedUpdatedAt }: SiteFormFragment) => {
    const input = { id, expectedUpdatedAt, ...siteInputOf(textsOfSite(read)) }
    return run({ send: () => update({ variables: { input } }), done: 'It is as it was before.' })
  }
  const submit = async (element: HTMLFormElement) => {
    // The message asks for a choice.
    if (Object.keys(merge.conflicts).length > 0) {
      setErrors(new Map(errors))
      return
    }
    const { id, updatedAt: expectedUpdatedAt } = read
    const input = { id, expectedUpdatedAt, ...siteInputOf(textsIn(element)) }
    try {
      const { data } = await update({ variables: { input } })
      const { userErrors = [], site: theirs } = data?.updateSite ?? {}
      // With this error, the payload has the current record.
      if (theirs && userErrors.some(({ code }) => code === 'STALE')) mergeWith(element, theirs)
      else if (userErrors.length > 0) setErrors(formErrors(userErrors, INPUTS))
      else if (theirs) {
        show({ text: 'The site is saved.', undo: () => undo(theirs) })
        navigate(`/sites/${id}`)
      }
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
          void submit(event.currentTarget)
        }}
      >
        {errors.size > 0 && (
          <p className="error" role="alert">
            {errors.get(WHOLE_FORM) ?? 'Please correct the marked fields.'} {adviceFor(merge)}
          </p>
        )}
        <SiteFields texts={initial} errors={errors} merge={merge} onChoose={choose} />
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
