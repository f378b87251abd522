import type { Reply } from '#contracts/call.ts';
import type { getRetention as contract, RetentionRun } from '#contracts/office/retention.ts';
import type { Ctx } from '../../ctx.ts';
import type { Brought } from '../../feature.ts';
import { readRules } from './periods/read-rules.ts';
import { tablesOf } from './periods/tables-of.ts';

const SHOWN = 100;

export const getRetention = ({ retention, tables }: Brought) =>
  async function getRetention({ sql, clock }: Ctx): Promise<Reply<typeof contract>> {
    const [periods, runs] = await Promise.all([
      readRules(sql, retention, clock.now()),
      sql<RetentionRun[]>`
        select name, day, deleted, before, completed_at from retention_runs
        where deleted > 0 order by day desc, name limit ${SHOWN}`,
    ]);
    return { data: { rules: periods, runs: [...runs], tables: tablesOf(tables, periods) } };
  };
