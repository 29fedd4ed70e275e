import type { ReactNode } from 'react'

interface PageProps {
  /** What is created. */
  readonly noun: string
  /** The name of the list of such records, which is also its path. */
  readonly list: string
  readonly children: ReactNode
}

/** The page of a form for a new record. */
export const NewPage = ({ noun, list, children }: PageProps) => (
  <>
    <title>{`New ${noun} · Field inspections`}</title>
    <nav className="trail" aria-label="Breadcrumbs">
      <a href={`#/${list.toLowerCase()}`}>{list}</a>
    </nav>
    <h1>New {noun}</h1>
    {children}
  </>
)

interface ActionsProps {
  readonly isBusy: boolean
  /** What leaves the form. */
  readonly children: ReactNode
}

/** The buttons of a form for a new record. */
export const CreateActions = ({ isBusy, children }: ActionsProps) => (
  <div className="actions">
    <button className="primary" disabled={isBusy}>
      {isBusy ? 'Creating…' : 'Create'}
    </button>
    {children}
  </div>
)
