import type { ClaimDetail } from '#contracts/desk/claims.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { isSigned } from '#platform/http/outgoing/signatures.ts';
import type { Actor, VaultCtx } from '../../../ctx.ts';
import { readStatedProposal } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { dataKeyAad } from '../../../supply/batches/secrets/card-secret.ts';
import type { SignedBytes } from '../../../supply/issuers/adapter/read-answer.ts';
import { answerAad } from '../../../supply/issuers/cards/ask-card.ts';
import { openAdapter } from '../../../supply/programmes/facts/facts-row.ts';
import { goodwillKind } from './goodwill-kind.ts';
import { selectClaims } from './select-claims.ts';

type Answer = ClaimDetail['answers'][number];

interface Keys {
  line_id: string;
  data_key: Uint8Array;
  programme_id: string;
  adapter_url: string | null;
  adapter_data_key: Uint8Array;
  adapter_secret: Uint8Array;
}

/** A claim with its proof, for staff. */
export async function readClaim(ctx: VaultCtx, sql: Db, actor: Actor, id: string): Promise<ClaimDetail> {
  const [claim] = await sql<Omit<ClaimDetail, 'answers' | 'proposal'>[]>`
    select claim.*, m.note, m.answer_id, l.card_id, l.batch_id, p.currency, l.created_at as sold_at, l.revealed_at,
      l.guarantee_ends_at, l.guarantee_paused_seconds,
      (select coalesce(sum(cents), 0)::bigint from balance_adjustments
        where order_id = l.order_id) as refunded_by_hand_cents,
      case when s.id is not null then jsonb_build_object('id', s.id, 'legal_name', s.legal_name) end as seller
    from (${selectClaims(sql)} where m.id = ${id}) as claim join claims m on m.id = claim.id
    join order_lines l on l.id = m.line_id join cards c on c.id = l.card_id join programmes p on p.id = c.programme_id
    join batches b on b.id = l.batch_id left join sellers s on s.id = b.seller_id`;
  if (!claim) throw new AppError('not_found', message('claim.missing'));
  return {
    ...claim,
    answers: await readAnswers(ctx, sql, id),
    proposal: await readProposal(sql, actor, id),
  };
}

async function readProposal(sql: Db, actor: Actor, id: string): Promise<ClaimDetail['proposal']> {
  const stated = await readStatedProposal(sql, actor, goodwillKind, id);
  if (!stated) return null;
  const { facts: _, ...proposal } = stated;
  return proposal;
}

async function readAnswers(ctx: VaultCtx, sql: Db, claim_id: string): Promise<Answer[]> {
  const [keys] = await sql<[Keys]>`
    select m.line_id, b.data_key, p.id as programme_id, p.adapter_url, p.adapter_data_key, p.adapter_secret
    from claims m join order_lines l on l.id = m.line_id join batches b on b.id = l.batch_id
    join programmes p on p.id = b.programme_id where m.id = ${claim_id}`;
  const rows = await sql<(Omit<Answer, 'signed'> & { sealed: Uint8Array | null; batch_id: string })[]>`
    select a.id, a.cause, a.asked_at, a.failure, a.status, a.balance_cents, a.redeemed_at, a.never_redeemed, a.sealed,
      l.batch_id
    from issuer_answers a join order_lines l on l.id = a.line_id where a.line_id = ${keys.line_id}
    order by a.id limit 200`;
  if (rows.length === 0) return [];
  const secret = keys.adapter_url === null ? null : openAdapter(ctx.vault, keys.programme_id, keys);
  return rows.map(({ sealed, batch_id, ...answer }) => {
    if (!sealed || secret === null) return { ...answer, signed: null };
    const key = ctx.vault.unwrap(keys.data_key, dataKeyAad(batch_id));
    const { signature, ...signed } = JSON.parse(ctx.vault.open(key, sealed, answerAad(answer.id))) as SignedBytes;
    return { ...answer, signed: isSigned(secret, { kind: 'answer', ...signed }, signature) };
  });
}
