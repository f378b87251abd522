/** What the keys of drafts begin with. */
export const DRAFT = 'draft:';

/** Forgets every draft of this tab: who signs out may leave the machine to somebody else. */
export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT)) sessionStorage.removeItem(key);
}
