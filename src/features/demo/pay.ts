import type { Input, Reply } from '#contracts/call.ts';
import type { pay as contract } from '#contracts/demo/demo.ts';
import { type Message, message } from '#i18n/message.ts';
import { addressKey } from '#platform/chain/address-key.ts';
import type { Coin } from '#platform/chain/types.ts';
import { invalidField } from '#platform/http/errors.ts';
import { until } from '#platform/jobs/until.ts';
import { type IssuedAddress, issuedAddress, vouchedAddress } from '../coins/watcher/keys/issued-address.ts';
import type { Ctx, VaultCtx, Visitor } from '../ctx.ts';
import { devWallet } from './chain/dev-wallet.ts';
import { developmentChain } from './chain/development-chain.ts';
import { reachNode } from './chain/reach-node.ts';

/**
 * How long the watcher, which looks once a second, gets to notice the unconfirmed transaction, so that its payment is first
 * shown as "seen" on a busy machine, too.
 */
const NOTICE_MS = 5_000;

/** Addresses of another network or another coin are refused. */
const ADDRESSES: Record<Coin, { refusal: Message; form: RegExp }> = {
  BTC: { refusal: message('invalid.demo_address', { form: 'bcrt1…' }), form: /^(bcrt1|[mn2])/ },
  ETH: { refusal: message('invalid.ethereum_address'), form: /^0x[0-9a-fA-F]{40}$/ },
  LTC: { refusal: message('invalid.demo_address', { form: 'rltc1…' }), form: /^(rltc1|[mnQ2])/ },
};

/** Plays the customer's wallet: pays an address from the chain's own account and mines the block. */
export async function pay(
  ctx: VaultCtx,
  _caller: Visitor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const wallet = devWallet(developmentChain(ctx, body.coin));
  const units = BigInt(body.amount_units);
  const { refusal, form } = ADDRESSES[body.coin];
  const key = form.test(body.address) ? addressKey(body.address) : null;
  if (!key) throw invalidField('address', refusal);
  if (await isForeign(ctx, body.coin, key)) throw invalidField('address', message('payment.refused'));
  if (units === 0n) throw invalidField('amount_units', message('invalid.more_than_zero'));
  return reachNode('amount_units', async () => {
    const txid = await wallet.pay(body.address, units);
    if (await isWatched(ctx, body.coin, key)) await until(() => isNoticed(ctx, body.coin, txid), NOTICE_MS);
    await wallet.mine(1);
    return { data: { txid } };
  });
}

async function isWatched({ sql }: Ctx, coin: Coin, key: string): Promise<boolean> {
  const rows = await sql`select from deposit_addresses where coin = ${coin} and key = ${key}`;
  return rows.length > 0;
}

/** Whether a payment's row names it, but nobody vouches for the row. */
async function isForeign(ctx: VaultCtx, coin: Coin, key: string): Promise<boolean> {
  const [row] = await ctx.sql<{ user_id: string; issued: IssuedAddress }[]>`
    select a.user_id, ${issuedAddress(ctx.sql)} as issued from deposit_addresses a
    where a.coin = ${coin} and a.key = ${key}`;
  return row !== undefined && vouchedAddress(ctx, { coin, user_id: row.user_id, ...row.issued }) === null;
}

async function isNoticed({ sql }: Ctx, coin: Coin, txid: string): Promise<boolean> {
  const rows = await sql`
    select from seen_hints where coin = ${coin} and txid = ${txid}
    union all select from deposits where coin = ${coin} and txid = ${txid}`;
  return rows.length > 0;
}
