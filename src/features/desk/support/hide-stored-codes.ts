import { transaction } from '#platform/db/transaction.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import type { VaultCtx } from '../../ctx.ts';
import { hideCodes } from '../pasted-codes/hide-codes.ts';

interface Piece {
  after_comment: string | null;
  until: string;
}

interface Stored {
  id: string;
  ticket_id: string;
  user_id: string | null;
  body: string;
  subject: string;
}

const AT_ONCE = 200;
/** Sweeps run one after the other, so each stops after this long. */
const SLICE_MS = 20_000;

/** Goes once, piece by piece, through the texts of buyers from before codes were hidden. */
export async function hideStoredCodes(ctx: VaultCtx): Promise<void> {
  const until = performance.now() + SLICE_MS;
  while (performance.now() < until && (await hidePiece(ctx)));
}

async function hidePiece(ctx: VaultCtx): Promise<boolean> {
  return transaction(ctx.sql, async (sql) => {
    const [piece] = await sql<Piece[]>`
      select after_comment, until from pasted_code_search where ended_at is null for update skip locked`;
    if (!piece) return false;
    const rows = await sql<Stored[]>`
      select m.id, m.ticket_id, t.user_id, m.body, t.subject
      from ticket_comments m join tickets t on t.id = m.ticket_id
      where not m.by_staff and m.id > ${piece.after_comment ?? FIRST_ID} and m.created_at < ${piece.until}
      order by m.id limit ${AT_ONCE}`;
    for (const { id, ticket_id, user_id, body, subject } of rows) {
      const comment = await hideCodes(ctx, sql, { text: body, user_id });
      if (comment.hidden) await sql`update ticket_comments set body = left(${comment.text}, 8000) where id = ${id}`;
      const title = await hideCodes(ctx, sql, { text: subject, user_id });
      if (title.hidden) await sql`update tickets set subject = left(${title.text}, 200) where id = ${ticket_id}`;
    }
    const last = rows.at(-1)?.id ?? null;
    const ended_at = rows.length < AT_ONCE ? ctx.clock.now() : null;
    await sql`
      update pasted_code_search set ended_at = ${ended_at}, after_comment = coalesce(${last}::uuid, after_comment)`;
    return ended_at === null;
  });
}
