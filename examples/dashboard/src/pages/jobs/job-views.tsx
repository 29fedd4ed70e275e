import { linkTo } from '../../route.js'

const VIEWS = [
  ['list', 'jobs', 'List'],
  ['board', 'jobs/board', 'Board'],
  ['week', 'jobs/week', 'Week'],
] as const

type View = (typeof VIEWS)[number][0]

/** The links between the views of the jobs: above the heading of each, so that they stay in one place. */
export const JobViews = ({ current }: { current: View }) => (
  <nav className="views" aria-label="Views of the jobs">
    {VIEWS.map(([view, path, label]) => (
      <a key={view} href={`#/${path}`} aria-current={view === current ? 'page' : undefined}>
        {label}
      </a>
    ))}
  </nav>
)

interface NewJobProps {
  /** The ids of the site, and of a zone of it, that the form proposes. */
  readonly site?: string
  readonly zone?: string
}

/** The link to the form for a new job. Only admins may create one. */
export const NewJobLink = (query: NewJobProps) => (
  <a className={query.site ? 'button' : 'button primary'} href={linkTo('jobs/new', { ...query })}>
    New job
  </a>
)
