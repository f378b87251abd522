import type { Hono } from 'hono';
import type { Ctx } from '#features/ctx.ts';
import { isReady } from '#platform/db/is-ready.ts';

/** Liveness and readiness checks. */
export function mountHealth(app: Hono, { sql }: Ctx): void {
  app.get('/healthz', () => new Response('ok\n'));
  app.get('/readyz', async () => {
    const ready = await isReady(sql);
    return new Response(ready ? 'ready\n' : 'the database does not answer\n', { status: ready ? 200 : 503 });
  });
}
