import type { VaultCtx } from '#features/ctx.ts';
import { answerPassed } from '#platform/vault-socket/answer-passed.ts';
import { listenOnSocket } from '#platform/vault-socket/listen-on-socket.ts';
import { drainOf } from './connections/drain-server.ts';
import { callsOf } from './features.ts';
import { openLimiter } from './open-limiter.ts';
import { createShop } from './shop.ts';

/** Answers what processes without the master key pass on, by the same pipeline that answers in one process. */
export async function serveVault(ctx: VaultCtx, socketPath: string): Promise<{ stop(): Promise<void> }> {
  const { config, log, vault } = ctx;
  const { limiter, close } = await openLimiter(ctx);
  const { pipeline } = createShop({ ctx, limiter, checkReplies: config.development });
  const calls = Object.values(callsOf(config.demo));
  const listener = answerPassed({ calls, pipeline, vault, log });
  const server = await listenOnSocket(socketPath, listener);
  const drain = drainOf(server);
  log.info({ socket: socketPath }, 'answering calls of other processes');
  return {
    async stop() {
      await drain();
      server.closeAllConnections();
      await close();
    },
  };
}
