import { Arg, type ClassType, ID, Subscription } from 'type-graphql'

/** Events do not come from a broker: `src/graphql/live` reads them from the log, and executes the subscription for each of them. */
export const servedAsStreams = {
  publish(): void {
    throw new Error('There is no broker: events come from the log.')
  },
  subscribe(): AsyncIterable<never> {
    throw new Error('Subscriptions are executed by src/graphql/live.')
  },
}

/** A subscription. Its field is null in an event which says that the connection is alive. */
export const ChangeSubscription = (change: ClassType, description: string): MethodDecorator =>
  Subscription(() => change, {
    nullable: true,
    description,
    subscribe: () => servedAsStreams.subscribe(),
  })

/** The argument `after` of a subscription. */
export const After = () =>
  Arg('after', () => String, {
    nullable: true,
    description:
      'Continues after this cursor: of an event, of `extensions.cursor`, or of the query `changes`. By default, with what changes from now on.',
  })

/** The argument `id` of a subscription to the records of one type. */
export const OnlyId = () =>
  Arg('id', () => ID, { nullable: true, description: 'Only the record with this UUID.' })

/** The argument `filter` of a subscription to the records of one type. */
export const MatchingFilter = (filter: ClassType) =>
  Arg('filter', () => filter, {
    nullable: true,
    description:
      'Only records that match. A record that changes and does not match is a `REMOVE`, because it may have matched before; `removed` is not allowed.',
  })
