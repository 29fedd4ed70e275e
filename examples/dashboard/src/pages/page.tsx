import type { ReactNode } from 'react'
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

interface PageProps extends Props {
  readonly isAdmin: boolean
  /** The second part of the path. */
  readonly id: string
}

type Pages = Readonly<Record<string, (props: PageProps) => ReactNode>>

/** Each page by its path. A path without `:id` comes before one that has it. */
const PAGES: Pages = {
  '': () => <Overview />,
  sites: (props) => <SiteList {...props} />,
  'sites/:id': ({ id, isAdmin }) => <SitePage key={id} id={id} canEdit={isAdmin} />,
  'sites/:id/edit': ({ id }) => <SiteForm key={id} id={id} />,
  zones: (props) => <ZoneList {...props} />,
  assets: (props) => <AssetList {...props} />,
  'assets/new': (props) => <OnboardAsset {...props} />,
  'assets/:id': (props) => <AssetPage key={props.id} {...props} />,
  findings: (props) => <FindingList {...props} />,
  'findings/:id': (props) => <FindingPage key={props.id} {...props} />,
  inspections: (props) => <InspectionList {...props} />,
  'inspections/:id': (props) => <InspectionPage key={props.id} {...props} />,
  jobs: (props) => <JobList {...props} />,
  'jobs/board': (props) => <JobBoard {...props} />,
  'jobs/week': (props) => <WeekCalendar {...props} />,
  'jobs/:id': (props) => <JobPage key={props.id} {...props} />,
  checklists: (props) => <ChecklistList {...props} />,
  'checklists/:id': (props) => <ChecklistPage key={props.id} {...props} />,
  'checklists/:id/edit': (props) => <ChecklistPage key={props.id} {...props} />,
  'clients/:id': (props) => <ClientPage key={props.id} {...props} />,
  company: (props) => <CompanyPage {...props} />,
  profile: () => <ProfilePage />,
  queue: () => <QueuePage />,
}

const PAGES_OF_ADMINS: Pages = {
  ...PAGES,
  'sites/new': (props) => <NewSite {...props} />,
  'zones/new': (props) => <NewZone {...props} />,
  'jobs/new': (props) => <NewJob {...props} />,
  'checklists/new': (props) => <NewChecklist {...props} />,
  'checklists/:id/edit': ({ id }) => <EditChecklist key={id} id={id} />,
  keys: (props) => <KeyList {...props} />,
  'keys/new': () => <NewKey />,
  'keys/:id': ({ id }) => <KeyPage key={id} id={id} />,
  webhooks: (props) => <WebhookList {...props} />,
  'webhooks/new': () => <NewWebhook />,
  'webhooks/:id': (props) => <WebhookPage key={props.id} {...props} />,
}

/** The page of a route. */
export function Page({ route, viewer }: Props) {
  const [page = '', id = '', ...rest] = route.path
  const isAdmin = viewer.role === 'ADMIN'
  const pages = isAdmin ? PAGES_OF_ADMINS : PAGES
  const path = [route.path.join('/'), [page, id && ':id', ...rest].join('/')].find((each) =>
    Object.hasOwn(pages, each),
  )
  const show = path === undefined ? undefined : pages[path]
  return show ? show({ route, viewer, isAdmin, id }) : <NoPage />
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
