import type { Reply } from '#contracts/call.ts';
import type { getRetention as contract, KeptTable, RetentionPeriod, RetentionRun } from '#contracts/retention.ts';
import type { Ctx, RetentionRule } from '../../ctx.ts';
import { keptTables } from './kept-tables.ts';
import { readRules } from './read-rules.ts';

const SHOWN = 100;

export const getRetention = (rules: readonly RetentionRule[]) =>
  async function getRetention({ sql, clock }: Ctx): Promise<Reply<typeof contract>> {
    const [periods, runs] = await Promise.all([
      readRules(sql, rules, clock.now()),
      sql<RetentionRun[]>`
        select name, day, deleted, before, completed_at from retention_runs
        where deleted > 0 order by day desc, name limit ${SHOWN}`,
    ]);
    return { data: { rules: periods, runs: [...runs], tables: tablesOf(periods) } };
  };

const tablesOf = (periods: readonly RetentionPeriod[]): KeptTable[] =>
  Object.entries(keptTables).map(([table, kept]) => {
    if ('why' in kept) return { table, days: null, why: kept.why, rule: null };
    if ('days' in kept) return { table, days: kept.days, why: null, rule: null };
    const days = periods.find(({ name }) => name === kept.rule)?.days ?? null;
    return { table, days, why: null, rule: kept.rule };
  });
