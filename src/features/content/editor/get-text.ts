import type { EditedText } from '#contracts/content/editor-calls.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { withProposals } from '../publication/with-proposals.ts';
import { findText } from './find-text.ts';
import type { Kind } from './kind.ts';

/** The verb that reads one text of a kind as it was written, whatever its state. */
export function getText<Text extends EditedText>(kind: Kind<Text>) {
  return async function getText({ sql, clock }: Ctx, actor: Actor, { params }: { params: { id: string } }) {
    const text = await findText(sql, kind, { id: params.id, now: clock.now(), lock: false });
    const [data] = await withProposals(sql, actor, [text]);
    return { data: data! };
  };
}
