import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { type OpenStreams, TRANSPORTS } from '../../request/open-streams.js'

/** In seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Measures the streams of subscriptions. */
export function measureStreams(registry: Registry, streams: OpenStreams): void {
  const registers = [registry]
  new Gauge({
    name: 'fis_streams',
    help: 'Open streams of subscriptions, by transport: server-sent events (sse) or WebSockets.',
    labelNames: ['transport'],
    registers,
    collect() {
      for (const transport of TRANSPORTS) this.set({ transport }, streams.numberOf(transport))
    },
  })
  new Gauge({
    name: 'fis_stream_groups',
    help: 'Groups of streams that share the execution of a subscription.',
    registers,
    collect() {
      this.set(streams.sharing().groups)
    },
  })
  new Gauge({
    name: 'fis_stream_lag_seconds',
    help: 'Time since the log was last read for streams; 0 without streams. More than a second: the database does not answer.',
    registers,
    collect() {
      const { groups, polledAt = 0 } = streams.sharing()
      this.set(groups === 0 ? 0 : (performance.now() - polledAt) / 1000)
    },
  })
  const duration = new Histogram({
    name: 'fis_stream_delivery_seconds',
    help: 'Time from the read of the log that found changes until they were written to the streams of a group.',
    buckets: BUCKETS,
    registers,
  })
  const events = new Counter({
    name: 'fis_stream_events_total',
    help: 'Events with a change that were written to streams.',
    registers,
  })
  streams.onDelivery = (seconds, count) => {
    duration.observe(seconds)
    events.inc(count)
  }
}
