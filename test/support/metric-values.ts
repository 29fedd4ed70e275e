/** Reads the metrics of a service. Returns a function for the value of one, with all labels together. */
export async function metricsOf(address: string, token: string): Promise<(name: string) => number> {
  const headers = { authorization: `Bearer ${token}` }
  const text = await (await fetch(`${address}/metrics`, { headers })).text()
  return (name) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (.*)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    )
}

/** The processor time that a service has charged, in milliseconds, when all requests have ended. */
export async function chargedMsOf(address: string, token: string): Promise<number> {
  let valueOf = await metricsOf(address, token)
  // A request is charged at its end, which may come after its response has arrived.
  while (valueOf('fis_requests_in_progress') > 1) valueOf = await metricsOf(address, token)
  return valueOf('fis_charged_seconds_total') * 1000
}
