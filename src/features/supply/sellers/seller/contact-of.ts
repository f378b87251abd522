import type { Db } from '#platform/db/client.ts';

interface When {
  at: Date | string;
  /** A change that is left out. */
  except?: string;
}

/** SQL for the contact of a seller `s`. A change that another one followed before it counted never counts. */
export const contactOf = (sql: Db, { at, except }: When) => sql`coalesce((
  select c.email from seller_contacts c
  where c.seller_id = s.id and c.in_force_from <= ${at} and c.id is distinct from ${except ?? null}
    and not exists (select from seller_contacts n
      where n.seller_id = s.id and n.id > c.id and n.set_at < c.in_force_from)
  order by c.id desc limit 1), s.contact_email)`;
