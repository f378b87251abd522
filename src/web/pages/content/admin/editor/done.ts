import { redirect } from 'react-router';
import { type MessageKey, message } from '#i18n/message.ts';
import { flash } from '#web/server/cookies/flash.ts';

/** Returns to the list with a message saying what was done. */
export function done(path: string, said: MessageKey): Response {
  const toast = flash({ type: 'success', title: message(said), content: '' });
  return redirect(path, { headers: { 'set-cookie': toast } });
}
