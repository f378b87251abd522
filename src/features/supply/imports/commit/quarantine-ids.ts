import type { Tx } from '#platform/db/client.ts';
import type { QuarantineRule } from '../check/apply-stock-rules.ts';

interface Place {
  import_id: string;
  batch_id: string;
  now: Date;
}

/** The quarantines of an import: one for each set of rules. */
export function quarantineIds(sql: Tx, { import_id, batch_id, now }: Place) {
  const ids = new Map<string, string>();
  return async (rules: QuarantineRule[]): Promise<string | null> => {
    if (rules.length === 0) return null;
    const known = ids.get(rules.join());
    if (known) return known;
    const [kept] = await sql<{ id: string }[]>`
      insert into quarantines (batch_id, import_id, rules, created_at)
      values (${batch_id}, ${import_id}, ${rules}::text[], ${now})
      on conflict on constraint quarantines_rules_once do update set rules = excluded.rules returning id`;
    ids.set(rules.join(), kept!.id);
    return kept!.id;
  };
}
