import type { RetentionPeriod } from '#contracts/office/retention.ts';
import type { Db } from '#platform/db/client.ts';
import type { RetentionRule } from '../../../feature.ts';

interface Known {
  name: string;
  days: number | null;
  deleted: number;
  last_run: string | null;
}

/** Every rule with its period, the feature's own unless somebody changed it. */
export async function readRules(sql: Db, rules: readonly RetentionRule[], now: Date): Promise<RetentionPeriod[]> {
  const known = await sql<Known[]>`
    select n.name, p.days, coalesce(sum(r.deleted) filter (where r.day > ${now}::date - 30), 0)::bigint as deleted,
      max(r.day) as last_run
    from unnest(${rules.map(({ name }) => name)}::text[]) as n (name)
    left join retention_periods p on p.name = n.name left join retention_runs r on r.name = n.name
    group by n.name, p.days`;
  return rules.map(({ name, days: default_days, min_days, max_days }) => {
    const { days, deleted = 0, last_run = null } = known.find((row) => row.name === name) ?? {};
    return { name, days: days ?? default_days, default_days, min_days, max_days, deleted, last_run };
  });
}
