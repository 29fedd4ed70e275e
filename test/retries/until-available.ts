/** Repeats a request while the service is overloaded, as a client does. */
export async function untilAvailable<Answer extends { readonly status: number }>(
  request: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await request()
  return answer.status === 503 ? untilAvailable(request) : answer
}
