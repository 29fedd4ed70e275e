import { useMutation, useQuery } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { SiteFormFragment } from '../../../generated/graphql.js'
import { EditForm } from '../../parts/edit-form.js'
import { adviceFor, fill, mergeTexts, NO_MERGE } from '../../parts/merge.js'
import { Loading, Missing, Problem } from '../../parts/problem.js'
import { useToast } from '../../parts/toasts.js'
import { evictLists, useAction } from '../../parts/use-action.js'
import { useForm } from '../../parts/use-form.js'
import { navigate } from '../../route.js'
import { SiteFields } from './site-fields.js'
import { INPUTS, siteInputOf, type SiteTexts, textsIn, textsOfSite } from './site-texts.js'

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
  const { errors, isBusy, submit } = useForm(INPUTS)
  const [update, { client }] = useMutation(UPDATE_SITE)
  const { run } = useAction()
  const show = useToast()
  const form = useRef<HTMLFormElement>(null)

  const mergeWith = (mine: SiteTexts, theirs: SiteFormFragment) => {
    const merged = mergeTexts(textsOfSite(read), mine, textsOfSite(theirs))
    if (form.current) fill(form.current, merged.taken)
    setRead(theirs)
    setMerge(merged)
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
  const save = async (texts: SiteTexts) => {
    // The message asks for a choice.
    if (Object.keys(merge.conflicts).length > 0) return CHANGED
    const { id, updatedAt: expectedUpdatedAt } = read
    const input = { id, expectedUpdatedAt, ...siteInputOf(texts) }
    const { data } = await update({ variables: { input } })
    const { userErrors = [], site: theirs } = data?.updateSite ?? {}
    // With this error, the payload has the current record.
    if (theirs && userErrors.some(({ code }) => code === 'STALE')) {
      mergeWith(texts, theirs)
      return CHANGED
    }
    if (theirs && userErrors.length === 0) {
      show({ text: 'The site is saved.', undo: () => undo(theirs) })
      evictLists(client)
      navigate(`/sites/${id}`)
    }
    return userErrors
  }
  return (
    <>
      <title>{`Edit ${site.name} · Field inspections`}</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/sites">Sites</a>
        <a href={`#/sites/${site.id}`}>{site.name}</a>
      </nav>
      <h1>Edit site</h1>
      <EditForm
        errors={errors}
        advice={adviceFor(merge)}
        onSubmit={(element) => {
          form.current = element
          return submit(textsIn(element), save)
        }}
      >
        <SiteFields texts={initial} errors={errors} merge={merge} onChoose={choose} />
        <div className="actions">
          <button className="primary" disabled={isBusy}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
          <a className="button" href={`#/sites/${site.id}`}>
            Cancel
          </a>
        </div>
      </EditForm>
    </>
  )
}

const CHANGED = [{ field: null, message: 'Another user has changed this site.' }]
