import { randomBytes } from 'node:crypto';
import { putForCode } from '#contracts/desk/code-placeholder.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx, VaultCtx } from '../../ctx.ts';
import { raiseAlert } from '../../oversight/alerts/raise-alert.ts';
import { normalise } from '../../oversight/import-guard/numbers/normalise.ts';
import { codePastedAlert, pastedCodesAlert } from './alert-kinds.ts';
import { cutSecrets } from './cut-secrets.ts';
import { type Candidate, findCandidates, type SecretMasks } from './find-candidates.ts';

interface Card {
  id: string;
  batch_id: string;
  batch: string;
  blind_index: Buffer;
  /** Whether the writer bought it. */
  own: boolean;
  sold: boolean;
}

const REF_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const BYTES_ARRAY = 1001;
const OTHERS_A_DAY = 3;

/**
 * A text of a buyer without the codes of cards in it (P17), and whether there were any. In place of each stands a reference
 * that only staff can resolve: the writer sees the same for their own cards and for any other.
 */
export async function hideCodes(
  ctx: VaultCtx,
  sql: Db,
  { text, user_id }: { text: string; user_id: string | null },
): Promise<{ text: string; hidden: boolean; guesses: number }> {
  const read = normalise(text);
  const candidates = findCandidates(read, await masksInStock(sql));
  const cards = await findCards(ctx, sql, { candidates, user_id });
  const guesses = countGuesses(read, candidates, cards);
  if (cards.size === 0) return { text, hidden: false, guesses };
  const refs = await keepRefs(ctx, sql, { cards: [...new Set(cards.values())], user_id });
  const cuts = [...cards].map(([cut, { id }]) => ({ ...cut, put: putForCode(refs.get(id)!) }));
  return { text: cutSecrets(read, cuts), hidden: true, guesses };
}

/** Whether any part of a text has the shape of a code: the rest of the answer takes the blind index. */
export const mayHoldCode = async (sql: Db, text: string): Promise<boolean> =>
  findCandidates(normalise(text), await masksInStock(sql)).length > 0;

/** Numbers that could be codes and aren't of the writer's own cards. Parts of prose have the letters of codes, but no digit. */
function countGuesses(text: string, candidates: readonly Candidate[], cards: ReadonlyMap<Candidate, Card>): number {
  const foreign = candidates.filter((one) => /\d/.test(text.slice(one.start, one.end)) && !cards.get(one)?.own);
  return new Set(foreign.map(({ digest }) => digest)).size;
}

/** The shapes of all secrets that were ever imported. */
async function masksInStock(sql: Db): Promise<SecretMasks[]> {
  const formats = await sql<{ code_format: SecretMasks }[]>`
    select code_format from programmes union
    select facts -> 'code_format' from programme_versions where state in ('active', 'superseded')`;
  return formats.map(({ code_format }) => code_format);
}

interface CodeSearch {
  candidates: Candidate[];
  user_id: string | null;
}

async function findCards(
  { vault }: VaultCtx,
  sql: Db,
  { candidates, user_id }: CodeSearch,
): Promise<Map<Candidate, Card>> {
  const found = new Map<Candidate, Card>();
  if (candidates.length === 0) return found;
  const byIndex = Map.groupBy(candidates, ({ digest }) => vault.blindIndex(digest).toString('latin1'));
  const indexes = [...byIndex.keys()].map((index) => Buffer.from(index, 'latin1'));
  const cards = await sql<Card[]>`
    select c.id, c.batch_id, b.name as batch, c.blind_index,
      exists (select from order_lines l join orders o on o.id = l.order_id
        where l.card_id = c.id and o.user_id = ${user_id}) as own,
      exists (select from order_lines l where l.card_id = c.id) as sold
    from cards c join batches b on b.id = c.batch_id
    where not c.undone and c.blind_index = any(${sql.array(indexes, BYTES_ARRAY)})`;
  for (const card of cards)
    for (const candidate of byIndex.get(card.blind_index.toString('latin1'))!) found.set(candidate, card);
  return found;
}

async function keepRefs(
  ctx: Ctx,
  sql: Db,
  { cards, user_id }: { cards: Card[]; user_id: string | null },
): Promise<Map<string, string>> {
  const now = ctx.clock.now();
  const rows = cards.map(({ id }) => ({ ref: newRef(), card_id: id, user_id, found_at: now }));
  const stored = await sql<{ ref: string; card_id: string }[]>`
    insert into pasted_codes ${sql(rows)}
    on conflict (card_id, user_id) do update set found_at = excluded.found_at returning ref, card_id`;
  await notifyOfOthers(sql, now, { cards, user_id });
  return new Map(stored.map(({ ref, card_id }) => [card_id, ref]));
}

/** Whoever has a code that nobody bought, or many that others bought, got them in another way. */
async function notifyOfOthers(
  sql: Db,
  now: Date,
  { cards, user_id }: { cards: Card[]; user_id: string | null },
): Promise<void> {
  const user_ids = user_id ? [user_id] : [];
  for (const { batch_id, batch } of cards.filter(({ sold }) => !sold))
    await raiseAlert(sql, now, { kind: codePastedAlert, subject: batch_id, details: { name: batch }, user_ids });
  if (user_id === null || cards.every(({ own }) => own)) return;
  const since = new Date(now.getTime() - DAY_MS);
  const [{ others }] = await sql<[{ others: number }]>`
    select count(distinct p.card_id)::int as others from pasted_codes p
    where p.user_id = ${user_id} and p.found_at > ${since} and not exists (
      select from order_lines l join orders o on o.id = l.order_id
      where l.card_id = p.card_id and o.user_id = ${user_id})`;
  if (others >= OTHERS_A_DAY)
    await raiseAlert(sql, now, {
      kind: pastedCodesAlert,
      subject: user_id,
      details: { count: others },
      user_ids,
    });
}

const newRef = () => Array.from(randomBytes(8), (byte) => REF_LETTERS[byte % REF_LETTERS.length]).join('');
