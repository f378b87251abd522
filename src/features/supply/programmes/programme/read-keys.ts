import type { IssuerKey } from '#contracts/supply/programmes.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor } from '../../../ctx.ts';
import { readOpenProposal } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { keyKind } from '../proposals/key-kind.ts';

/** The keys of a programme's issuer, the newest first, each with the unsold cards that it vouches for. */
export async function readKeys(sql: Db, actor: Actor, programme_id: string): Promise<IssuerKey[]> {
  const keys = await sql<Omit<IssuerKey, 'proposal'>[]>`
    select k.id, k.valid_from, k.revoked_at, k.revoke_reason,
      case when k.revoked_at is not null then 'revoked' when k.closed_at is not null then 'closed'
        when k.approved_at is null then 'proposed' when k.replaced_at is not null then 'replaced'
        else 'valid' end as state,
      (select count(*) from confirmed_states c
        where c.key_id = k.id and c.state in ('available', 'unconfirmed', 'quarantined'))::int as confirmed_cards,
      (select jsonb_build_object('outcome', h.outcome, 'checked_at',
        to_char(h.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from issuer_key_checks h
        where h.key_id = k.id) as published
    from issuer_keys k where k.programme_id = ${programme_id} order by k.id desc`;
  const shown: IssuerKey[] = [];
  for (const key of keys) shown.push({ ...key, proposal: await readOpenProposal(sql, actor, keyKind, key.id) });
  return shown;
}
