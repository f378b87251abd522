import type { RetainedTable, RetentionPeriod } from '#contracts/office/retention.ts';
import type { Tables } from '../../../feature.ts';

/** Every table with how long it keeps its rows now, or why for good. */
export const tablesOf = (tables: Tables, periods: readonly RetentionPeriod[]): RetainedTable[] =>
  Object.entries(tables).map(([table, retention]) => {
    if ('why' in retention) return { table, days: null, why: retention.why, rule: null };
    if ('days' in retention) return { table, days: retention.days, why: null, rule: null };
    const days = periods.find(({ name }) => name === retention.rule)?.days ?? null;
    return { table, days, why: null, rule: retention.rule };
  });
