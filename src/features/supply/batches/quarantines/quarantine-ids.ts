import type { Tx } from '#platform/db/client.ts';

/** A card that breaks one of these is kept for a person's decision. */
export type QuarantineRule = 'IG-20' | 'IG-21' | 'IG-22';

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
    const [quarantine] = await sql<{ id: string }[]>`
      insert into quarantines (batch_id, import_id, rules, created_at)
      values (${batch_id}, ${import_id}, ${rules}::text[], ${now})
      on conflict on constraint quarantines_rules_once do update set rules = excluded.rules returning id`;
    ids.set(rules.join(), quarantine!.id);
    return quarantine!.id;
  };
}

/** Forgets those quarantines of an import that no card stands in. */
export async function dropEmptyQuarantines(sql: Tx, import_id: string): Promise<void> {
  await sql`
    delete from quarantines q
    where import_id = ${import_id} and not exists (select from cards where quarantine_id = q.id)`;
}
