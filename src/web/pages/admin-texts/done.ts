import { redirect } from 'react-router';
import { flash } from '#web/flash.ts';
import { say, type WordKey } from '#words/say.ts';

/** Back to the list, which says what was done. */
export function done(path: string, said: WordKey): Response {
  const toast = flash({ type: 'success', title: say(said), content: '' });
  return redirect(path, { headers: { 'set-cookie': toast } });
}
