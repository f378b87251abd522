import { LOCAL_CHAINS } from '#features/demo/chain/local-chains.ts';
import { openChain } from '#platform/chain/open-chain.ts';
import { until } from '#platform/jobs/until.ts';
import type { RunningShop } from './running-shop.ts';

/** Sends 0.006 ETH to an unassigned address of a running demo shop; returns the unclaimed deposit's id. */
export async function putAside({ api, signIn }: RunningShop): Promise<string> {
  const chain = openChain('ETH', { rpc_url: 'http://127.0.0.1:9', xpub: LOCAL_CHAINS.ETH.xpub, development: true });
  const token = await signIn('admin');
  type Chains = { data: { coin: string; next_index: number }[] };
  const { data } = await api<Chains>('/api/admin/chains', { token });
  const { address } = chain.addressAt(data.find(({ coin }) => coin === 'ETH')!.next_index + 100);
  await api('/api/demo/pay', { body: { coin: 'ETH', address, amount_units: '6000000000000000' } });
  await api('/api/demo/mine', { body: { coin: 'ETH', blocks: 1 } });
  let id: string | undefined;
  const found = async () => {
    const { data } = await api<{ data: { id: string; address: string }[] }>('/api/admin/unclaimed-deposits', { token });
    id = data.find((one) => one.address === address)?.id;
    return id !== undefined;
  };
  if (!(await until(found, 60_000)) || !id) throw new Error('the payment is not put aside');
  return id;
}
