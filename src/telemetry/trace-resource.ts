import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'

/** The resource of all spans: OTEL_RESOURCE_ATTRIBUTES, and a service name, which OTEL_SERVICE_NAME replaces. */
export const traceResource = (serviceName: string) =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': serviceName }))
    // Last, because it replaces the name.
    .merge(detectResources({ detectors: [envDetector] }))
