import type { EditedText } from '#contracts/editor-calls.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { findText } from './find-text.ts';
import type { Kind } from './kind.ts';

/** The verb that reads one text of a kind as it was written, whatever its state. */
export function getText<Text extends EditedText>(kind: Kind<Text>) {
  return async function getText({ sql, clock }: Ctx, _actor: Actor, { params }: { params: { id: string } }) {
    return { data: await findText(sql, kind, { id: params.id, now: clock.now(), lock: false }) };
  };
}
