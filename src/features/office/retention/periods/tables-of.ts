import type { KeptTable, RetentionPeriod } from '#contracts/office/retention.ts';
import type { Tables } from '../../../feature.ts';

/** Every table with how long it keeps its rows now, or why for good. */
export const tablesOf = (tables: Tables, periods: readonly RetentionPeriod[]): KeptTable[] =>
  Object.entries(tables).map(([table, kept]) => {
    if ('why' in kept) return { table, days: null, why: kept.why, rule: null };
    if ('days' in kept) return { table, days: kept.days, why: null, rule: null };
    const days = periods.find(({ name }) => name === kept.rule)?.days ?? null;
    return { table, days, why: null, rule: kept.rule };
  });
