import { message, type Text } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { by, type Ctx, type Visitor } from '../../../ctx.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { findFlaw, type StoredLine } from './sold-lines.ts';
import { unsoldCardAlert } from './unsold-card-alert.ts';

/** For programs: no fault of the caller, and nothing to try again. */
export const UNSOLD = 'sale_not_proven';

/** Somebody asks for a code whose sale nothing proves. */
export class UnsoldError extends Error {
  override name = 'UnsoldError';
  readonly line: StoredLine;
  readonly flaw: NonNullable<ReturnType<typeof findFlaw>>;

  constructor(line: StoredLine, flaw: UnsoldError['flaw']) {
    super(`line ${line.line_id} lacks its ${flaw}`);
    this.line = line;
    this.flaw = flaw;
  }
}

/** Throws unless a checkout of this shop sold this line to its buyer and the ledger has the payment: call before a code is opened. */
export function requireSold({ vault }: Pick<Ctx, 'vault'>, line: StoredLine, mac: Uint8Array | null): void {
  const flaw = findFlaw(vault, line, mac);
  if (flaw) throw new UnsoldError(line, flaw);
}

/**
 * Runs what opens codes. A refusal is kept and told of in a transaction of its own, since the one that found it is rolled
 * back: inside of a transaction, it is left to the caller who opened it.
 */
export async function tellingUnsold<T>(
  ctx: Ctx,
  actor: Visitor,
  work: () => Promise<T>,
  text: Text = message('order.unsold'),
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnsoldError) || !('begin' in ctx.sql)) throw error;
    await report(ctx, actor, error);
    throw new AppError('conflict', text).marked({ reason: UNSOLD });
  }
}

async function report(ctx: Ctx, actor: Visitor, { line, flaw }: UnsoldError): Promise<void> {
  const { order_id, line_id, card_id, user_id } = line;
  const now = ctx.clock.now();
  const details = { order_id, line_id, flaw };
  ctx.log.error({ ...details, card_id }, 'a code was asked for without a proof of its sale');
  await transaction(ctx.sql, async (sql) => {
    await appendAudit(sql, { ...by(actor), action: 'card.reveal_refused', subject: card_id, details, at: now });
    await raiseAlert(sql, now, { kind: unsoldCardAlert, subject: line_id, details, user_ids: [user_id] });
  });
}
