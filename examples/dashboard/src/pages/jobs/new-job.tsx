import { listOf } from '../../lists/filters.js'
import { NewPage } from '../../parts/new-page.js'
import { linkTo, navigate, type Route } from '../../route.js'
import { JobForm } from './job-form.js'

/** The form for a new job. The address may have its site, and a zone of it. */
export function NewJob({ route }: { route: Route }) {
  const siteIds = listOf(route.query.get('site'))
  return (
    <NewPage noun="job" list="Jobs">
      <JobForm
        siteIds={siteIds}
        zoneIds={listOf(route.query.get('zone'))}
        onCreated={(id) => {
          navigate(`/jobs/${id}`)
        }}
      >
        <a className="button" href={linkTo(siteIds[0] ? `sites/${siteIds[0]}` : 'jobs')}>
          Cancel
        </a>
      </JobForm>
    </NewPage>
  )
}
