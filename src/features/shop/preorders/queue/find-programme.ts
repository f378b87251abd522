import type { PreorderQuote } from '#contracts/shop/preorders.ts';
import { message } from '#i18n/message.ts';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import { inDate, isOffered } from '../../../supply/programmes/catalogue/on-sale.ts';
import { waitsFor } from './read-preorders.ts';

interface Wish {
  programme_id?: string | undefined;
  prefix?: string | undefined;
  face_cents: number;
  highest_price_cents?: number | undefined;
}

interface FoundProgramme {
  programme: PreorderQuote['programme'];
  frozen: boolean;
}

/** The programme of a wish, by its id or its prefix; refuses what it has no cards of. */
export async function findProgramme(sql: Db, { programme_id, prefix, face_cents }: Wish): Promise<FoundProgramme> {
  const named = programme_id ? sql`id = ${programme_id}` : sql`prefix = ${prefix ?? ''}`;
  const found = await sql<(FoundProgramme & { offered: boolean })[]>`
    select json_build_object('id', id, 'name', name, 'currency', currency, 'color_from', color_from,
        'color_to', color_to, 'motif', motif) as programme, state = 'suspended' as frozen,
      ${face_cents}::bigint = any(face_values_cents) or coalesce(${face_cents}::bigint between
        (face_range ->> 'min_cents')::bigint and (face_range ->> 'max_cents')::bigint, false) as offered
    from programmes where ${named} and state in ('active', 'suspended') limit 2`;
  const [match] = found;
  const field = programme_id ? 'programme_id' : 'prefix';
  if (!match) throw invalidField(field, message('preorder.no_programme'));
  if (found.length > 1) throw invalidField(field, message('preorder.many_programmes'));
  if (!match.offered) throw invalidField('face_cents', message('preorder.no_face'));
  return { programme: match.programme, frozen: match.frozen };
}

/** The stock on sale of a programme and face value, at or below the given price. */
export async function onSaleNow(
  sql: Db,
  clock: Clock,
  { programme_id, face_cents, highest_price_cents }: Wish,
): Promise<PreorderQuote['on_sale']> {
  // Lots count cards that have left until those are subtracted.
  const [stock] = await sql<[{ cards: number; from_cents: number | null }]>`
    select coalesce(sum(cards), 0)::int as cards, min(price_cents) as from_cents from (
      select lot.price_cents, lot.cards - coalesce((
        select sum(gone.cards) from card_lot_departures gone where gone.lot_id = lot.id), 0) as cards
      from card_lots lot
      where lot.programme_id = ${programme_id!} and lot.face_cents = ${face_cents}
        and lot.price_cents <= ${highest_price_cents ?? Number.MAX_SAFE_INTEGER}
        and ${inDate(sql, clock, 'lot')} and ${isOffered(sql, 'lot')}) as lots
    where cards > 0`;
  const { cards, from_cents } = stock;
  return from_cents === null ? null : { cards, from_cents };
}

/** How many wait for the same cards, and for how many; those that pay less than the given price get none before it. */
export async function queueOf(sql: Db, { programme_id, face_cents, highest_price_cents }: Wish) {
  const cards = { programme_id: sql`${programme_id!}`, face_cents: sql`${face_cents}` };
  const [queue] = await sql<[Pick<PreorderQuote, 'preorders_before' | 'cards_before'>]>`
    select count(*)::int as preorders_before, coalesce(sum(q.quantity - q.filled), 0)::int as cards_before
    from preorders q where ${waitsFor(sql, cards)} and q.highest_price_cents >= ${highest_price_cents ?? 0}`;
  return queue;
}
