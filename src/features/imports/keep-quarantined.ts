import type { Tx } from '#platform/db/client.ts';
import { proposeQuarantine } from '../batches/propose-quarantine.ts';
import type { Actor, Ctx } from '../ctx.ts';
import type { QuarantineRule } from './apply-stock-rules.ts';

/** Cards that were kept for a decision, by the rules that they broke. */
export interface Quarantined {
  rules: QuarantineRule[];
  cards: number;
}

/** The quarantines of a batch while it is imported: one for each set of rules. */
export function keepQuarantined(ctx: Ctx, sql: Tx, batch_id: string) {
  const ids = new Map<string, string>();

  async function idOf(rules: readonly QuarantineRule[]): Promise<string | null> {
    if (rules.length === 0) return null;
    const key = rules.join();
    const known = ids.get(key);
    if (known) return known;
    const [created] = await sql<{ id: string }[]>`
      insert into quarantines (batch_id, rules, created_at) values (${batch_id}, ${[...rules]}::text[], ${ctx.clock.now()})
      returning id`;
    ids.set(key, created!.id);
    return created!.id;
  }

  return {
    idOf,
    /** Puts every card of the batch into quarantine. */
    async keepAll(rule: QuarantineRule): Promise<void> {
      await sql`update quarantines set rules = rules || ${[rule]}::text[] where batch_id = ${batch_id}`;
      const [created] = await sql<{ id: string }[]>`
        insert into quarantines (batch_id, rules, created_at) values (${batch_id}, ${[rule]}::text[], ${ctx.clock.now()})
        returning id`;
      await sql`
        update cards set state = 'quarantined', quarantine_id = ${created!.id}
        where batch_id = ${batch_id} and state = 'unconfirmed'`;
    },
    /** Asks for a decision about each of them; those that no card is left in are dropped. */
    async proposeAll(actor: Actor): Promise<Quarantined[]> {
      await sql`
        delete from quarantines q
        where batch_id = ${batch_id} and not exists (select from cards where quarantine_id = q.id)`;
      const kept = await sql<({ id: string } & Quarantined)[]>`
        select q.id, q.rules, count(*) as cards from quarantines q join cards c on c.quarantine_id = q.id
        where q.batch_id = ${batch_id} group by q.id order by q.rules`;
      for (const { id } of kept) await proposeQuarantine({ ...ctx, sql }, actor, { id });
      return kept.map(({ rules, cards }) => ({ rules, cards }));
    },
  };
}
