import type { Hono } from 'hono';
import type { Ctx } from '#features/ctx.ts';
import type { Trouble } from '#platform/db/database-health.ts';

const lines: Record<Trouble, string> = {
  no_answer: 'the database does not answer\n',
  disk_full: "the database's disk is full\n",
  ending: 'the shop is shutting down\n',
};

export const READINESS_MS = 1_000;

/**
 * Liveness and readiness checks. Anybody may ask for them, so the database is asked once a second, however many do.
 * `now` is in milliseconds and never goes back.
 */
export function mountHealth(app: Hono, { health }: Pick<Ctx, 'health'>, now = () => performance.now()): void {
  let answer: ReturnType<typeof health.trouble> | undefined;
  let askAgainAt = 0;

  function readTrouble() {
    if (answer && now() < askAgainAt) return answer;
    askAgainAt = Number.POSITIVE_INFINITY;
    answer = health.trouble().finally(() => {
      askAgainAt = now() + READINESS_MS;
    });
    return answer;
  }

  app.get('/healthz', () => new Response('ok\n'));
  app.get('/readyz', async () => {
    const trouble = await readTrouble();
    return new Response(trouble ? lines[trouble] : 'ready\n', { status: trouble ? 503 : 200 });
  });
}
