import type { PushTopic } from '#contracts/identity/push.ts';
import { type MessageKey, message, messageKey, type Text } from '#i18n/message.ts';

const places: Record<PushTopic, RegExp> = {
  orders: /^.(?:orders|gifts|preorder)\b/,
  payments: /^.billing\b/,
  tickets: /^.support\b/,
};

const generally: Record<PushTopic, MessageKey> = {
  orders: messageKey('push.orders_news'),
  payments: messageKey('push.payments_news'),
  tickets: messageKey('push.tickets_news'),
};

/** The topic of a notification, by the page it links to; undefined if it isn't pushed. */
export const topicOf = (link: string): PushTopic | undefined =>
  (Object.keys(places) as PushTopic[]).find((topic) => places[topic].test(link));

/** What a locked screen may show: a title that has no values, so that it names no amount, card or person. */
export const pushText = (title: Text, topic: PushTopic): Text =>
  typeof title === 'string' || Object.keys(title.values ?? {}).length > 0 ? message(generally[topic]) : title;
