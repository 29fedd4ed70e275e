import type { WebhookSettings } from './webhook-queries.js'

/** The ports of URLs that name none. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 }

/** Whether the URL of a webhook may have a protocol. */
export const isAllowedProtocol = (
  protocol: string,
  { allowPrivateAddresses }: WebhookSettings,
): protocol is 'https:' | 'http:' =>
  protocol === 'https:' || (allowPrivateAddresses && protocol === 'http:')

/** Whether a webhook may have the port of a URL. */
export function isAllowedPort({ protocol, port }: URL, { ports }: WebhookSettings): boolean {
  const number = port ? Number(port) : DEFAULT_PORTS[protocol]
  return !ports || (number !== undefined && ports.includes(number))
}
