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
