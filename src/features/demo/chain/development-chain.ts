import { message } from '#i18n/message.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import type { Coin } from '#platform/chain/types.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx } from '../../ctx.ts';

/** A coin's development chain; refused if the coin has none or a real one. */
export function developmentChain(ctx: Ctx, coin: Coin): Chain {
  const chain = ctx.chains[coin];
  if (!chain?.development) throw invalidField('coin', message('demo.no_chain', { coin }));
  return chain;
}
