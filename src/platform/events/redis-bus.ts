import type { Logger } from '#platform/log.ts';
import { createRedisClient } from '#platform/redis/create-redis-client.ts';
import { logNoAnswer } from '#platform/redis/log-no-answer.ts';
import type { EventBus } from './follow-events.ts';

/** Carries events over Redis or Valkey. `topic` separates shops that share a server. */
export async function openRedisBus(
  url: string,
  topic: string,
  log: Logger,
): Promise<EventBus & { close(): Promise<void> }> {
  const [sender, receiver] = [await createRedisClient(url, log), await createRedisClient(url, log)];
  const complain = logNoAnswer(log);
  // The shop doesn't wait for Redis: without it live updates still arrive, only more slowly.
  void sender.connect().catch(complain);
  return {
    publish(events) {
      if (sender.isReady) sender.publish(topic, JSON.stringify(events)).catch(complain);
    },
    async subscribe(onEvents, onGap) {
      receiver.on('ready', onGap);
      void receiver
        .connect()
        .then(() => receiver.subscribe(topic, (text) => onEvents(JSON.parse(text))))
        .catch(complain);
    },
    async close() {
      for (const one of [sender, receiver]) one.destroy();
    },
  };
}
