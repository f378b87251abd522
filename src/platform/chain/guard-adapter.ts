import { RpcError } from './rpc/json-rpc.ts';
import type { ChainAdapter } from './types.ts';

/** Turns every error while reading a node into an RpcError: a nonsense reply is reported like no reply at all. */
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
