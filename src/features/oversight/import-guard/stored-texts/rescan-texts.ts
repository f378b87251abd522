import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import type { Sweep, TextSource } from '../../../feature.ts';
import { raiseAlert } from '../../alerts/raise-alert.ts';
import { GUARD_VERSION } from '../scan/rule.ts';
import { scanText } from '../scan/scan-text.ts';
import { storedTextsAlert } from './stored-texts-alert.ts';

const PIECE = 200;
/** Per sweep, for all sources together; the next sweep continues. */
const PIECES = 100;
const SWEEP_MS = 30_000;

/**
 * Reads all stored texts once after the guard's version rose. What it finds is held where it can be, and counted in an
 * alert; nothing is deleted. A piece and its place commit together, so that a crash loses nothing, and a sweep that takes too long
 * goes on where it stopped.
 */
export const rescanTexts = (sources: readonly TextSource[]): Sweep =>
  async function rescanTexts(ctx: Ctx): Promise<void> {
    const until = ctx.clock.now().getTime() + SWEEP_MS;
    let pieces = PIECES;
    for (const source of sources) {
      while (!(await scanPiece(ctx, source))) {
        pieces -= 1;
        if (pieces === 0 || ctx.clock.now().getTime() >= until) return;
      }
    }
  };

/** Returns whether nothing is left. */
async function scanPiece({ sql, clock }: Ctx, source: TextSource): Promise<boolean> {
  const now = clock.now();
  return transaction(sql, async (tx) => {
    await tx`
      insert into text_scans (source, guard_version, started_at) values (${source.name}, ${GUARD_VERSION}, ${now})
      on conflict do nothing`;
    const [scan] = await tx<{ after: string | null; done: boolean }[]>`
      select after, completed_at is not null as done from text_scans
      where source = ${source.name} and guard_version = ${GUARD_VERSION} for update`;
    if (scan!.done) return true;
    const rows = await source.read(tx, { after: scan!.after, limit: PIECE });
    const found = rows.filter(({ text }) => scanText(text, 'document') !== undefined);
    for (const { id } of found) await source.hold?.(tx, id);
    const done = rows.length < PIECE;
    const [known] = await tx<{ found: number }[]>`
      update text_scans set after = ${rows.at(-1)?.id ?? scan!.after}, scanned = scanned + ${rows.length},
        found = found + ${found.length}, completed_at = ${done ? now : null}
      where source = ${source.name} and guard_version = ${GUARD_VERSION} returning found`;
    if (found.length > 0)
      await raiseAlert(tx, now, {
        kind: storedTextsAlert,
        subject: source.name,
        details: { texts: known!.found, first_id: found[0]!.id, version: GUARD_VERSION },
      });
    return done;
  });
}
