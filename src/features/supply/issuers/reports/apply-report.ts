import type { Tx } from '#platform/db/client.ts';
import { type Actor, by, type VaultCtx } from '../../../ctx.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { spoilCards } from '../../batches/cards/spoil-cards.ts';
import { unconfirmCards } from '../../batches/cards/unconfirm-cards.ts';
import { publishCarts } from '../../batches/states/publish-carts.ts';
import { reportUnusable } from '../../batches/states/report-unusable.ts';
import { unknownCardsAlert } from '../checks/alert-kinds.ts';
import { reportCanaries } from '../checks/report-canaries.ts';
import type { ReportedStatus } from './report-text.ts';

interface Named {
  id: string;
  batch_id: string;
  blind_index: Buffer;
  canary: boolean;
  issuer_confirmed: boolean;
  sold: boolean;
}

const CHUNK = 5000;

/**
 * Cards `c` that a report matters for: what was revealed or given away is its holder's to redeem. A sold one that nobody
 * opened may come back, and must not be sold again once somebody redeemed it.
 */
const unopened = (sql: Tx) => sql`(
  c.unusable_at is null and not c.undone and (c.state in ('unconfirmed', 'quarantined', 'available', 'paused')
    or c.state = 'sold' and exists (select from sold_cards l where l.card_id = c.id and l.state = 'delivered')
    or c.canary and c.state not in ('expired', 'void')))`;

/**
 * Does what follows from a report for the cards of a programme that nobody opened: they are off sale for good, too many
 * brake their batch, and a redeemed canary stops it. Returns how many of them nobody had bought.
 */
export async function applyReport(
  ctx: VaultCtx,
  sql: Tx,
  actor: Actor,
  { programme_id, statuses }: { programme_id: string; statuses: ReadonlyMap<string, ReportedStatus> },
): Promise<number> {
  const byIndex = new Map<string, ReportedStatus>();
  const batches = new Map<string, Buffer[]>();
  const digests = [...statuses];
  for (let at = 0; at < digests.length; at += CHUNK) {
    const indexes = digests.slice(at, at + CHUNK).map(([digest, status]) => {
      const index = ctx.vault.blindIndex(digest);
      byIndex.set(index.toString('hex'), status);
      return index;
    });
    const found = await sql<{ batch_id: string; blind_index: Buffer }[]>`
      select c.batch_id, c.blind_index from cards c join batches b on b.id = c.batch_id
      where b.programme_id = ${programme_id} and c.blind_index = any(${sql.array(indexes, 1001)}) and ${unopened(sql)}`;
    for (const { batch_id, blind_index } of found)
      batches.set(batch_id, [...(batches.get(batch_id) ?? []), blind_index]);
  }
  let cards = 0;
  for (const batch_id of [...batches.keys()].sort()) {
    await sql`select from batches where id = ${batch_id} for update`;
    const named = await sql<Named[]>`
      select c.id, c.batch_id, c.blind_index, c.canary, c.issuer_confirmed, c.state = 'sold' as sold from cards c
      where c.batch_id = ${batch_id}
        and c.blind_index = any(${sql.array(batches.get(batch_id)!, 1001)}) and ${unopened(sql)}
      order by c.id for no key update`;
    const said = named.map((card) => ({ ...card, status: byIndex.get(card.blind_index.toString('hex'))! }));
    await settle(ctx, sql, actor, { batch_id, said });
    cards += said.filter(({ sold }) => !sold).length;
  }
  return cards;
}

type Said = Named & { status: ReportedStatus };

async function settle(
  ctx: VaultCtx,
  sql: Tx,
  actor: Actor,
  { batch_id, said }: { batch_id: string; said: Said[] },
): Promise<void> {
  const canaries = said.filter(({ canary }) => canary);
  const known = new Set(canaries.filter((card) => card.issuer_confirmed).map(({ id }) => id));
  // A canary that can't be redeemed any more is no loss: its issuer takes back its confirmation, which raises an alert.
  const unusable = said
    .filter(({ id, status }) => status === 'redeemed' || (status === 'inactive' && !known.has(id)))
    .map(({ id }) => id);
  const unknown = said.filter(({ canary, status }) => !canary && status === 'unknown').map(({ id }) => id);
  await spoilCards(ctx, sql, sql`id = any(${unusable}) and not canary and state in ('available', 'paused')`);
  await unconfirmCards(ctx, sql, sql`id = any(${unknown})`);
  await publishCarts(sql, sql`c.id = any(${[...unusable, ...unknown]})`);
  if (unusable.length > 0) await reportUnusable(ctx, sql, by(actor), { batch_id, ids: unusable });
  await reportCanaries(ctx, sql, { batch_id, said: canaries });
  if (unknown.length > 0) {
    const [{ name }] = await sql<[{ name: string }]>`select name from batches where id = ${batch_id}`;
    const details = { name, cards: unknown.length };
    await raiseAlert(sql, ctx.clock.now(), { kind: unknownCardsAlert, subject: batch_id, details });
  }
}
