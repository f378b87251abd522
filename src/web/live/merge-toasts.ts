import { href } from 'react-router';
import { type MessageKey, message, messageKey } from '#i18n/message.ts';
import type { ToastMessage } from '#web/server/cookies/flash.ts';

export type CountedToast = ToastMessage & { count: number };

/** What several notifications of one kind say together. */
const together: Record<string, MessageKey> = {
  'notify.credited': messageKey('toast.many_credited'),
  'notify.held': messageKey('toast.many_held'),
  'support.answered_title': messageKey('toast.many_answers'),
};

const weight = ['success', 'info', 'warning', 'error'];

/**
 * Two toasts of the same moment as one: notifications of one kind are counted, and of two about the same page the more
 * serious one leads. Undefined if they have nothing in common.
 */
export function mergeToasts(one: CountedToast, other: ToastMessage): CountedToast | undefined {
  if (one.about && one.about === other.about) return countTogether(one, other);
  if (!one.link || one.link !== other.link || one.count > 1) return undefined;
  const [lead, rest] = weight.indexOf(one.type) > weight.indexOf(other.type) ? [one, other] : [other, one];
  return { ...lead, content: rest.title, count: 1 };
}

function countTogether(one: CountedToast, { type, about = '', link }: ToastMessage): CountedToast {
  const count = one.count + 1;
  const to = one.link === link ? link : href('/notifications');
  const title = message(together[about] ?? messageKey('toast.many'), { count });
  return { type, title, content: '', about, count, ...(to && { link: to }) };
}
