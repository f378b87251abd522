import { message } from '#i18n/message.ts';
import { networkOf, tooMany } from '#platform/http/rate-limit.ts';
import { type Reworded, VaultNeededError } from '#platform/http/reword-texts.ts';
import type { Ctx, VaultCtx, Visitor } from '../../ctx.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { holdsWalletSecret } from './find-wallet-secret.ts';
import { hideCodes, mayHoldCode } from './hide-codes.ts';
import { takeGuesses } from './take-guesses.ts';

/** What is stored of a buyer's text: nothing where it opens a wallet, and no code of a card. A buyer is told. */
export async function rewordText(ctx: VaultCtx, { user, client }: Visitor, text: string): Promise<Reworded> {
  if (holdsWalletSecret(text)) return { refusal: message('guard.wallet_secret') };
  const user_id = user?.id ?? null;
  const reworded = await hideCodes(ctx, ctx.sql, { text, user_id });
  const seconds = await takeGuesses(ctx, user_id ?? networkOf(client.address), reworded.guesses);
  if (seconds > 0) throw tooMany(seconds);
  if (reworded.hidden && user_id) await notifyOfHidden(ctx, user_id);
  return reworded;
}

/** The same where there is no blind index to find codes by: only texts in which no code can be are judged here. */
export async function rewordWithoutVault({ reads }: Ctx, _writer: Visitor, text: string): Promise<Reworded> {
  if (holdsWalletSecret(text)) return { refusal: message('guard.wallet_secret') };
  if (await mayHoldCode(reads, text)) throw new VaultNeededError();
  return { text };
}

/** Tells a buyer that support needs no codes. */
export const notifyOfHidden = ({ sql }: Pick<Ctx, 'sql'>, user_id: string): Promise<void> =>
  notify(sql, user_id, { type: 'warning', title: message('pasted.title'), content: message('pasted.text') });
