import { Form } from 'react-router';
import type { PushSubscription, PushTopic } from '#contracts/identity/push.ts';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { ComeOver } from './come-over.tsx';
import { ThisBrowser } from './this-browser.tsx';

interface Props {
  push: { public_key: string | null; subscriptions: PushSubscription[] };
  refusal: Refusal | undefined;
}

/** The browsers that get push notifications, and their topics. */
export function PushPanel({ push: { public_key, subscriptions }, refusal }: Props) {
  const { t } = useI18n();
  const current = subscriptions.find((each) => each.current);
  return (
    <section className="panel stack" aria-labelledby="push-title">
      <h2 id="push-title">{t('push.title')}</h2>
      <p>{t('push.lead')}</p>
      <FormErrors refusal={refusal} />
      {subscriptions.map((subscription) => (
        <Subscription key={subscription.id} subscription={subscription} />
      ))}
      {public_key && !current ? <ThisBrowser public_key={public_key} /> : null}
      {public_key && current?.outdated ? <ComeOver public_key={public_key} topics={current.topics} /> : null}
      <noscript>
        <p className="small muted">{t('push.needs_script')}</p>
      </noscript>
    </section>
  );
}

const topicNames = Object.entries({
  orders: messageKey('push.topic.orders'),
  payments: messageKey('push.topic.payments'),
  tickets: messageKey('push.topic.tickets'),
} satisfies Record<PushTopic, MessageKey>);

function Subscription({ subscription: { id, browser, system, topics, current } }: { subscription: PushSubscription }) {
  const { t } = useI18n();
  const name = browser && system ? t('device.named', { browser, system }) : (browser ?? system ?? t('device.unknown'));
  return (
    <Form method="post" className="stack push-browser">
      <input type="hidden" name="id" value={id} />
      <fieldset className="row">
        <legend>
          {name} {current ? <Tag tone="good">{t('push.this_browser')}</Tag> : null}
        </legend>
        {topicNames.map(([topic, name]) => (
          <label key={topic} className="check">
            <input type="checkbox" name="topic" value={topic} defaultChecked={topics.some((one) => one === topic)} />
            {t(name)}
          </label>
        ))}
      </fieldset>
      <div className="row">
        <Button variant="secondary" size="small" name="intent" value="push">
          {t('form.save')}
        </Button>
        <Button variant="quiet" size="small" name="intent" value="end">
          {t('push.turn_off')}
        </Button>
      </div>
    </Form>
  );
}
