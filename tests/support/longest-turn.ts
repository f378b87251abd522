import { scheduler } from 'node:timers/promises';

/** How long `work` kept this thread from everything else at most. It counts the processor's time: a busy machine adds none. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let running = true;
  const watch = async () => {
    for (let before = usedMs(); running; ) {
      await scheduler.wait(1);
      const now = usedMs();
      longest = Math.max(longest, now - before);
      before = now;
    }
  };
  const watched = watch();
  await work().finally(() => {
    running = false;
  });
  await watched;
  return longest;
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
