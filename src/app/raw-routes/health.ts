import type { Hono } from 'hono';
import type { Ctx } from '#features/ctx.ts';
import type { Trouble } from '#platform/db/database-health.ts';

const lines: Record<Trouble, string> = {
  no_answer: 'the database does not answer\n',
  disk_full: "the database's disk is full\n",
  ending: 'the shop is shutting down\n',
};

/** Liveness and readiness checks. */
export function mountHealth(app: Hono, { health }: Ctx): void {
  app.get('/healthz', () => new Response('ok\n'));
  app.get('/readyz', async () => {
    const trouble = await health.trouble();
    return new Response(trouble ? lines[trouble] : 'ready\n', { status: trouble ? 503 : 200 });
  });
}
