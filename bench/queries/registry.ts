import { A } from './a-search.js'
import { B } from './b-list.js'
import { M1 } from './m1-create-asset.js'
import { M2 } from './m2-create-job.js'
import { M3 } from './m3-update-asset.js'
import { M4 } from './m4-update-zone.js'
import { M5 } from './m5-create-site.js'
import { M6 } from './m6-record-inspection.js'
import { M7 } from './m7-answered-checklist.js'
import { Q1 } from './q1-site-tree.js'
import { Q2 } from './q2-asset-page.js'
import { Q3 } from './q3-job-page.js'
import { Q4 } from './q4-one-site.js'
import { Q5 } from './q5-dashboard.js'
import { Q6 } from './q6-wide-tree.js'
import { Q7 } from './q7-relay-page.js'
import { Q8 } from './q8-meta-data.js'
import { Q9 } from './q9-new-document.js'
import { Q10 } from './q10-nodes.js'
import { Q11 } from './q11-filtered-levels.js'
import { Q12 } from './q12-job-statistics.js'
import { Q13a, Q13b } from './q13-literals.js'
import type { GraphQLQuery, RestQuery } from './query.js'

export const reads: Record<string, GraphQLQuery> = {
  ...{ Q1, Q2, Q3, Q4, Q5, Q6 },
  ...{ Q7, Q8, Q9, Q10, Q11, Q12, Q13a, Q13b },
}

export function requireRead(name: string): GraphQLQuery {
  const definition = reads[name]
  if (!definition) throw new Error(`There is no query ${name}`)
  return definition
}

export const updates: Record<string, GraphQLQuery> = { M3, M4 }

export const creations: Record<string, GraphQLQuery> = { M1, M2, M5, M6, M7 }

/** A is a list of the REST API Set A, B of Set B. */
export const lists: { A: RestQuery; B: RestQuery } = { A, B }
