/**
 * SQL of the current time, for a comparison with moments that records have, such as due dates. The comment names these moments. The result
 * of the comparison stays the same until the next of them, so an answer that contains it can be kept until then. For any other use of
 * the time: `now()`.
 */
export const nowBeside = (moments: string) => `now() /* ${moments} */`
