import { Counter, Histogram, type Registry } from 'prom-client';

export interface RequestFacts {
  method: string;
  /** The pattern of its route, never its path: the number of series must stay bounded. */
  route: string;
  status: number;
  seconds: number;
}

/** Others could be sent without end. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const BUCKETS_S = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Counts requests and times them; the returned function takes each one when it has been answered. */
export function createRequestMetrics(registry: Registry): (request: RequestFacts) => void {
  const requests = new Counter({
    name: 'facevalue_http_requests_total',
    help: 'Requests by route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'facevalue_http_request_duration_seconds',
    help: 'Time until the response was ready, by route pattern.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS_S,
    registers: [registry],
  });
  return ({ method: asked, route, status, seconds }) => {
    const method = methods.has(asked) ? asked : 'other';
    requests.inc({ method, route, status });
    durations.observe({ method, route }, seconds);
  };
}
