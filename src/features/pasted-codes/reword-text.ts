import { message } from '#i18n/message.ts';
import { networkOf, tooMany } from '#platform/http/rate-limit.ts';
import type { Reworded } from '#platform/http/reword-texts.ts';
import type { Ctx, Visitor } from '../ctx.ts';
import { notify } from '../notifications/notify.ts';
import { holdsWalletSecret } from './find-wallet-secret.ts';
import { hideCodes } from './hide-codes.ts';
import { takeGuesses } from './take-guesses.ts';

/** What is stored of a buyer's text: nothing where it opens a wallet, and no code of a card. A buyer is told. */
export async function rewordText(ctx: Ctx, { user, client }: Visitor, text: string): Promise<Reworded> {
  if (holdsWalletSecret(text)) return { refusal: message('guard.wallet_secret') };
  const user_id = user?.id ?? null;
  const reworded = await hideCodes(ctx, ctx.sql, { text, user_id });
  const seconds = await takeGuesses(ctx, user_id ?? networkOf(client.address), reworded.guesses);
  if (seconds > 0) throw tooMany(seconds);
  if (reworded.hidden && user_id) await tellOfHidden(ctx, user_id);
  return reworded;
}

/** Tells a buyer that support needs no codes. */
export const tellOfHidden = ({ sql }: Pick<Ctx, 'sql'>, user_id: string): Promise<void> =>
  notify(sql, user_id, { type: 'warning', title: message('pasted.title'), content: message('pasted.text') });
