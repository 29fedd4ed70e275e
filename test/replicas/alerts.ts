import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Service } from '../durability/service.js'
import { scrape } from './replicated-service.js'

interface Rules {
  readonly groups: readonly { readonly rules: readonly { alert: string; expr: string }[] }[]
}

/** What the rules about replicas consist of: `metric{label="value"} > 5`, or the sum of such a metric of an instance. */
const RULE = /^(sum by \(instance\) \()?(fis_replica_\w+)(?:\{(\w+="\w+")\})?\)? (==|>) (\d+)$/

const RULES = 'deploy/prometheus/field-inspection-service.yaml'

/** The alerts about replicas whose condition holds at an instance now, without the time that it must hold. */
export async function alertsOf(service: Service): Promise<string[]> {
  const samples = (await scrape(service)).split('\n').filter((line) => !line.startsWith('#'))
  const { groups } = parse(readFileSync(RULES, 'utf8')) as Rules
  const rules = groups
    .flatMap(({ rules: all }) => all)
    .filter(({ expr }) => expr.includes('fis_replica_'))
  return rules
    .filter(({ expr }) => {
      const [, sum, metric = '', label = '', operator, limit] = RULE.exec(expr) ?? []
      if (!metric) throw new Error(`expected a simple rule, got ${expr}`)
      const values = samples
        .filter((line) => line.startsWith(`${metric}{`) && line.includes(label))
        .map((line) => Number(line.slice(line.lastIndexOf(' '))))
      const compared = sum ? [values.reduce((total, value) => total + value, 0)] : values
      return compared.some((value) =>
        operator === '>' ? value > Number(limit) : value === Number(limit),
      )
    })
    .map(({ alert }) => alert)
}
