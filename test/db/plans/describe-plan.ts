import type { PlanNode } from './explain.js'

/** The nodes of a plan that read a table: how, by which index, how often, and how many rows they return and discard. */
export function describePlan(plan: PlanNode): string {
  const { 'Actual Rows': rows, 'Actual Loops': loops, 'Relation Name': table } = plan
  const index = plan['Index Name']
  const removed = plan['Rows Removed by Filter'] ?? 0
  const own =
    table === undefined && index === undefined
      ? []
      : [
          `    ${plan['Node Type']} ${[table, index].filter(Boolean).join(' by ')}: ${rows} rows × ${loops}${removed > 0 ? `, ${removed} discarded` : ''}`,
        ]
  return [...own, ...(plan.Plans ?? []).map(describePlan).filter(Boolean)].join('\n')
}
