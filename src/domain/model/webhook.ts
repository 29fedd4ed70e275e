import type { ModelRules } from '../../db/read/model-rules.js'

export const webhook = {
  size: 'small',
  graphqlNames: { previousSecretUntil: 'previousUntil' },
} as const satisfies ModelRules

export const webhookDelivery = {
  size: 'large',
  graphqlNames: { attemptsCount: 'attempts', attempts: 'attemptLog' },
} as const satisfies ModelRules
