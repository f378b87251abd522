import type { Sql } from '#platform/db/client.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { dataKeyAad, sealSecret } from './card-secret.ts';

const PIECE = 5_000;

/** Gives each card of a scrubbed copy a code that buys nothing, under new keys of the batches. */
export async function sealMadeCodes(sql: Sql, vault: Vault): Promise<void> {
  const batches = await sql<{ id: string }[]>`select id from batches`;
  for (const { id: batch_id } of batches) {
    const { key, wrapped } = vault.newDataKey(dataKeyAad(batch_id));
    await sql`update batches set data_key = ${wrapped} where id = ${batch_id}`;
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const cards = await sql<{ id: string; programme_id: string }[]>`
        select id, programme_id from cards where batch_id = ${batch_id} and id > ${after} order by id limit ${PIECE}`;
      if (cards.length === 0) break;
      after = cards.at(-1)!.id;
      const sealed = cards.map(({ id, programme_id }) => {
        const secret = { code: `STAGING-${id.slice(-12).toUpperCase()}`, pin: null, url: null };
        return sealSecret(vault, key, { card_id: id, programme_id }, secret).toString('hex');
      });
      const indexes = cards.map(({ id }) => vault.blindIndex(`staging ${id}`).toString('hex'));
      await sql`
        update cards c set sealed = decode(made.sealed, 'hex'), blind_index = decode(made.index, 'hex')
        from unnest(${cards.map(({ id }) => id)}::uuid[], ${sealed}::text[], ${indexes}::text[]) as made (id, sealed, index)
        where c.id = made.id`;
    }
  }
}
