import { usualDepth } from '#features/coins/deposits/required-depth.ts';
import { addressKey } from '#platform/chain/address-key.ts';
import { type Payment, startCoreChain } from './core-chain.ts';
import type { World } from './world.ts';

/** From just above dust to some 28 dollars. */
const UNITS = {
  BTC: { least: 600, most: 28_000, enough: 12_000n, dust: 600n },
  LTC: { least: 6_000, most: 27_000_000, enough: 12_000_000n, dust: 6_000n },
};
/** Of Bitcoin they are worth the minimum together, of Litecoin never. */
const DUST_OUTPUTS = 9;

interface Sent extends Payment {
  dead: boolean;
}

/** Bitcoin on bcoin, Litecoin on litecoind: multi-output and replaced payments, double spends, re-mined blocks. */
export async function coreWorld(coin: 'BTC' | 'LTC'): Promise<World> {
  const core = await startCoreChain(coin);
  const start = await core.height();
  const { least, most, enough, dust } = UNITS[coin];
  const sent: Sent[] = [];
  const unitsOf = (random: () => number) => BigInt(least + Math.floor(random() * (most - least)));
  const pick = <T>(list: readonly T[], random: () => number) => list[Math.floor(random() * list.length)]!;
  const alive = () => sent.filter(({ dead }) => !dead).slice(-40);
  /** Wallets do this; bcoin doesn't return transactions that left the chain to its mempool. */
  const sendAgain = () => Promise.allSettled(alive().map(({ hex }) => core.broadcast(hex)));

  async function send(payment: Payment): Promise<Sent> {
    await core.broadcast(payment.hex);
    const one = { ...payment, dead: false };
    sent.push(one);
    return one;
  }

  return {
    chain: core.chain,
    depth: usualDepth(coin),
    async pay(addresses, random) {
      if (random() < 0.2) {
        const address = pick(addresses, random);
        await send(core.buildPayment(Array.from({ length: DUST_OUTPUTS }, () => ({ address, units: dust }))));
        return;
      }
      // Sometimes to several addresses at once, sometimes twice to one.
      const outputs = Array.from({ length: random() < 0.25 ? 3 : 1 }, () => ({
        address: pick(addresses, random),
        units: unitsOf(random),
      }));
      const payment = await send(core.buildPayment(outputs));
      if (random() < 0.12) {
        const replaced = await core.broadcast(core.conflictWith(payment)).catch(() => null);
        payment.dead = replaced !== null;
      }
    },
    payEnough: async (address) => void (await send(core.buildPayment([{ address, units: enough }]))),
    async mine(blocks) {
      await sendAgain();
      await core.mine(blocks);
    },
    async reorganise(depth, random) {
      const kind = random();
      if (kind < 0.4) return core.reorganise(depth);
      if (kind < 0.7)
        return core.reorganise(
          depth,
          alive().map(({ hex }) => hex),
        );
      const victim = alive().length > 0 ? pick(alive(), random) : undefined;
      return core.reorganise(depth, victim ? [core.conflictWith(victim)] : []);
    },
    async received(addresses) {
      const byScript = await core.receivedSince(start);
      return new Map(addresses.map((address) => [address, byScript.get(addressKey(address)!) ?? 0n]));
    },
  };
}
