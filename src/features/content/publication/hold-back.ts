import type { EditedText } from '#contracts/content/editor-calls.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { isGenuine, type SealedRow } from '#platform/vault/row-seal.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { dismiss } from '../../oversight/four-eyes/dismiss.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { digestOf, mustWait } from './held-fields.ts';
import { publicationKind } from './publication-kind.ts';

/** What of a kind of text decides about its publication. */
interface Published<Text> {
  table: string;
  fields: readonly (keyof Text & string)[];
  audience?: readonly (keyof Text & string)[];
  /** The first is when it shows. */
  moments: readonly (keyof Text)[];
}

interface Held {
  digest: string;
  /** From when on it was meant to show. */
  at: string;
}

/** What a second publisher has to read before a text shows; null where nobody has to. */
export function heldOf<Text extends EditedText>(kind: Published<Text>, row: Partial<Text>): Held | null {
  const at = row[kind.moments[0]!] as string | null | undefined;
  return at && mustWait(kind, row) ? { digest: digestOf(kind, row), at } : null;
}

/**
 * The same for a change. A text that a second publisher approved needs nobody again. What readers can see isn't taken from them
 * by this: it has to be taken back first.
 */
export async function heldChange<Text extends EditedText>(
  ctx: Ctx,
  sql: Db,
  kind: Published<Text>,
  { before, after }: { before: Text; after: Text },
): Promise<Held | null> {
  const held = heldOf(kind, after);
  const shows = before.state === 'published';
  if (!held || (shows && digestOf(kind, before) === held.digest)) return null;
  if (await wasApproved(ctx, sql, before.id, held.digest)) return null;
  if (shows) throw new AppError('conflict', message('content.held_published'));
  return held;
}

async function wasApproved({ vault }: Ctx, sql: Db, id: string, digest: string): Promise<boolean> {
  const rows = await sql<SealedRow[]>`
    select sealed_facts(p) as facts, mac from proposals p
    where kind = ${publicationKind.name} and subject = ${id} and decision = 'approved'
      and facts ->> 'digest' = ${digest} limit 20`;
  return rows.some((row) => isGenuine(vault, 'proposals', row));
}

/** Asks for a second publisher; an earlier question about another version of the text is dismissed. */
export async function askSecond(
  ctx: Ctx,
  sql: Db,
  actor: Actor,
  { table, id, held }: { table: string; id: string; held: Held },
): Promise<void> {
  await dismiss(ctx, sql, actor, { kind: publicationKind, subject: id });
  await propose(ctx, sql, actor, { kind: publicationKind, subject: id, facts: { table, ...held } });
}
