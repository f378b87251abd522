/** What the keys of drafts begin with. */
export const DRAFT = 'draft:';
/** Where the palette notes what was chosen in it last. */
export const RECENTS = 'palette';

/** Forgets every draft of this tab, and what it was used for: who signs out may leave the machine to somebody else. */
export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(DRAFT) || key === RECENTS) sessionStorage.removeItem(key);
}
