import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { version } from '../version.js'

/**
 * The resource of all spans: the version, OTEL_RESOURCE_ATTRIBUTES, and a service name, which OTEL_SERVICE_NAME replaces.
 */
export const traceResource = (serviceName: string) =>
  defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': serviceName,
        'service.version': version.version,
        'vcs.ref.head.revision': version.commit,
      }),
    )
    // Last, because it replaces the name.
    .merge(detectResources({ detectors: [envDetector] }))
