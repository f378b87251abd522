import { RECENTS } from '#web/forms/drop-drafts.ts';
import type { Choice } from './choice.ts';

const MAX = 6;

/** What somebody chose last on this tab, the latest first. Titles of records go with the tab, so a shared computer keeps none. */
export function readRecents(user_id: string): Choice[] {
  const { user, choices } = JSON.parse(sessionStorage.getItem(RECENTS) ?? '{}') as {
    user?: string;
    choices?: Choice[];
  };
  return user === user_id ? (choices ?? []) : [];
}

export function addRecent(user_id: string, choice: Choice): void {
  const others = readRecents(user_id).filter(({ key }) => key !== choice.key);
  sessionStorage.setItem(RECENTS, JSON.stringify({ user: user_id, choices: [choice, ...others].slice(0, MAX) }));
}
