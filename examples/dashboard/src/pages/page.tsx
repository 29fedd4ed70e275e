import type { ViewerQuery } from '../../generated/graphql.js'
import type { Route } from '../route.js'
import { CompanyPage } from './account/company-page.js'
import { ProfilePage } from './account/profile-page.js'
import { AssetList } from './assets/asset-list.js'
import { AssetPage } from './assets/asset.js'
import { OnboardAsset } from './assets/onboard-asset.js'
import { ChecklistList } from './checklists/checklist-list.js'
import { ChecklistPage } from './checklists/checklist-page.js'
import { EditChecklist } from './checklists/edit-checklist.js'
import { NewChecklist } from './checklists/new-checklist.js'
import { ClientPage } from './clients/client-page.js'
import { FindingList } from './findings/finding-list.js'
import { FindingPage } from './findings/finding-page.js'
import { InspectionList } from './inspections/inspection-list.js'
import { InspectionPage } from './inspections/inspection-page.js'
import { JobBoard } from './jobs/job-board.js'
import { JobList } from './jobs/job-list.js'
import { JobPage } from './jobs/job-page.js'
import { NewJob } from './jobs/new-job.js'
import { WeekCalendar } from './jobs/week-calendar.js'
import { KeyList } from './keys/key-list.js'
import { KeyPage } from './keys/key-page.js'
import { NewKey } from './keys/new-key.js'
import { QueuePage } from '../queue/queue-page.js'
import { Overview } from './overview/overview.js'
import { NewSite } from './sites/new-site.js'
import { NewZone } from './sites/new-zone.js'
import { SiteForm } from './sites/site-form.js'
import { SiteList } from './sites/site-list.js'
import { SitePage } from './sites/site.js'
import { ZoneList } from './sites/zone-list.js'
import { NewWebhook } from './webhooks/new-webhook.js'
import { WebhookList } from './webhooks/webhook-list.js'
import { WebhookPage } from './webhooks/webhook-page.js'

interface Props {
  readonly route: Route
  readonly viewer: ViewerQuery['viewer']
}

/** The page of a route. Some pages are for admins only. */
export function Page({ route, viewer }: Props) {
  const [page = '', id, action] = route.path
  const isAdmin = viewer.role === 'ADMIN'
  if (isAdmin && id === 'new') {
    if (page === 'jobs') return <NewJob route={route} />
    if (page === 'sites') return <NewSite route={route} />
    if (page === 'zones') return <NewZone route={route} />
    if (page === 'checklists') return <NewChecklist route={route} />
    if (page === 'keys') return <NewKey />
    if (page === 'webhooks') return <NewWebhook />
  }
  if (page === 'sites' && id && action === 'edit') return <SiteForm key={id} id={id} />
  if (page === 'sites' && id) return <SitePage key={id} id={id} canEdit={isAdmin} />
  if (page === 'sites') return <SiteList route={route} viewer={viewer} />
  if (page === 'zones') return <ZoneList route={route} viewer={viewer} />
  if (page === 'assets' && id === 'new') return <OnboardAsset {...{ route, isAdmin }} />
  if (page === 'assets' && id) return <AssetPage key={id} id={id} viewer={viewer} route={route} />
  if (page === 'assets') return <AssetList route={route} viewer={viewer} />
  if (page === 'findings' && id) return <FindingPage key={id} {...{ id, isAdmin }} />
  if (page === 'findings') return <FindingList route={route} viewer={viewer} />
  if (page === 'inspections' && id) return <InspectionPage key={id} {...{ id, viewer }} />
  if (page === 'inspections') return <InspectionList route={route} viewer={viewer} />
  if (page === 'jobs' && id === 'board') return <JobBoard viewer={viewer} />
  if (page === 'jobs' && id === 'week') return <WeekCalendar route={route} viewer={viewer} />
  if (page === 'jobs' && id) return <JobPage key={id} id={id} viewer={viewer} />
  if (page === 'jobs') return <JobList route={route} viewer={viewer} />
  if (page === 'checklists') return <Checklists route={route} viewer={viewer} />
  if (page === 'clients' && id) return <ClientPage key={id} {...{ id, isAdmin }} />
  if (page === 'company') return <CompanyPage isAdmin={isAdmin} />
  if (page === 'profile') return <ProfilePage />
  if (page === 'queue') return <QueuePage />
  if (page === 'keys' && isAdmin) {
    return id ? <KeyPage key={id} id={id} /> : <KeyList route={route} />
  }
  if (page === 'webhooks' && isAdmin) {
    return id ? <WebhookPage key={id} {...{ id, route }} /> : <WebhookList {...{ route, viewer }} />
  }
  if (page === '') return <Overview />
  return <NoPage />
}

function Checklists({ route, viewer }: Props) {
  const [, id, action] = route.path
  const isAdmin = viewer.role === 'ADMIN'
  if (!id) return <ChecklistList route={route} viewer={viewer} />
  if (isAdmin && action === 'edit') return <EditChecklist key={id} id={id} />
  return <ChecklistPage key={id} id={id} viewer={viewer} />
}

const NoPage = () => (
  <>
    <title>No such page · Field inspections</title>
    <h1>There is no such page</h1>
    <p role="alert">
      The address <code>{location.hash}</code> belongs to no page. The <a href="#/">overview</a>{' '}
      leads to all pages.
    </p>
  </>
)
