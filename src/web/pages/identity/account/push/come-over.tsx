import { useEffect } from 'react';
import { useSubmit } from 'react-router';
import type { PushTopic } from '#contracts/identity/push.ts';
import { canPush, subscribeBrowser } from './subscribe-browser.ts';

interface Props {
  public_key: string;
  topics: PushTopic[];
}

/** Subscribes this browser again, with the shop's newer key: it was allowed before, so nobody is asked. */
export function ComeOver({ public_key, topics }: Props) {
  const submit = useSubmit();
  useEffect(() => {
    async function subscribe() {
      if (!canPush() || Notification.permission !== 'granted') return;
      const subscribed = await subscribeBrowser(public_key);
      if (typeof subscribed === 'string') return;
      const form = new FormData();
      for (const [name, value] of Object.entries({ intent: 'come_over', ...subscribed })) form.set(name, value);
      for (const topic of topics) form.append('topic', topic);
      await submit(form, { method: 'post' });
    }
    void subscribe();
  }, [public_key, topics, submit]);
  return null;
}
