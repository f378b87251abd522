import { DAY_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';
import type { RetentionRule, Sweep } from '../../../feature.ts';
import { readRules } from './read-rules.ts';

const PIECE = 1_000;
/** Rows per rule and sweep; the next sweep continues. */
const PIECES = 50;

/** Once a day, deletes what is older than its period, in pieces that hold up nobody, and notes how much. */
export const applyRetention = (rules: readonly RetentionRule[]): Sweep =>
  async function applyRetention(ctx: Ctx): Promise<void> {
    const { sql, clock, log } = ctx;
    const now = clock.now();
    for (const { name, days } of await readRules(sql, rules, now)) {
      const rule = rules.find((one) => one.name === name);
      const before = new Date(now.getTime() - days * DAY_MS);
      // One table that refuses must not keep the others from being cleared.
      await prune(ctx, rule!, before, now).catch((error: unknown) =>
        log.error({ err: error, rule: name }, 'retention failed'),
      );
    }
  };

async function prune({ sql }: Ctx, { name, prune }: RetentionRule, before: Date, now: Date): Promise<void> {
  const [done] = await sql`
    select from retention_runs where name = ${name} and day = ${now}::date and completed_at is not null`;
  if (done) return;
  for (let piece = 0; piece < PIECES; piece++) {
    const deleted = await prune(sql, before, PIECE);
    const completed_at = deleted < PIECE ? now : null;
    await sql`
      insert into retention_runs as r (name, day, deleted, before, completed_at)
      values (${name}, ${now}::date, ${deleted}, ${before}, ${completed_at})
      on conflict (name, day) do update set deleted = r.deleted + excluded.deleted, before = excluded.before,
        completed_at = excluded.completed_at`;
    if (completed_at) return;
  }
}
