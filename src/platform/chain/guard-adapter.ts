import { RpcError } from './rpc/json-rpc.ts';
import type { ChainAdapter } from './types.ts';

/** Whatever a node answers, reading it fails as the node's failure: nonsense is told like no answer at all. */
export function guardAdapter(adapter: ChainAdapter): ChainAdapter {
  return new Proxy(adapter, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        try {
          return await member.apply(target, args);
        } catch (error) {
          if (error instanceof RpcError) throw error;
          throw new RpcError('bad_reply', `${String(name)}: ${(error as Error).message}`);
        }
      };
    },
  });
}
