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

/** Two toasts of the same moment as one, if they say the same kind of thing: they are counted. Sentences of two kinds are never joined. */
export function mergeToasts(one: CountedToast, other: ToastMessage): CountedToast | undefined {
  return one.about && one.about === other.about ? countTogether(one, other) : undefined;
}

function countTogether(one: CountedToast, { type, about = '', link }: ToastMessage): CountedToast {
  const count = one.count + 1;
  const to = one.link === link ? link : href('/notifications');
  const title = message(together[about] ?? messageKey('toast.many'), { count });
  return { type, title, content: '', about, count, ...(to && { link: to }) };
}
