import { message } from '#i18n/message.ts';
import { RpcError } from '#platform/chain/rpc/json-rpc.ts';
import { invalidField } from '#platform/http/errors.ts';

/** Runs work on the development chain. If the node is down, the refusal says to try again; if it refuses, why. */
export async function reachNode<T>(refusedField: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.reason === 'rpc')
      throw invalidField(refusedField, message('demo.chain_refused', { reason: error.message }));
    throw invalidField('coin', message('demo.chain_silent'));
  }
}
