import type { Hono } from 'hono';
import { carriesToken } from '#platform/metrics/carries-token.ts';
import type { Metrics } from '../metrics/create-metrics.ts';

/** Metrics for Prometheus, behind METRICS_TOKEN. Without one, there is no such address. */
export function mountMetrics(app: Hono, metrics: Metrics, token: string): void {
  app.get('/metrics', async (c) => {
    if (!carriesToken(c.req.header('authorization'), token))
      return c.text('Send the token as Authorization: Bearer.\n', 401, { 'www-authenticate': 'Bearer' });
    return new Response(await metrics.read(), {
      headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
    });
  });
}
