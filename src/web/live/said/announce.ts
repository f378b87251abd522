const SHOWN_MS = 6000;

/** Something that screen readers say once. */
export interface Said {
  id: number;
  text: string;
  /** Interrupts what is being said. */
  urgent: boolean;
}

const nothing: readonly Said[] = [];
let said = nothing;
let last_id = 0;
const listeners = new Set<() => void>();

function set(next: readonly Said[]): void {
  said = next;
  for (const listener of listeners) listener();
}

/** Lets screen readers say a text, in the page's one live region (ui/feedback/announcer.tsx). */
export function announce(text: string, { urgent = false } = {}): void {
  const one = { id: ++last_id, text, urgent };
  set([...said, one]);
  setTimeout(() => set(said.filter((other) => other !== one)), SHOWN_MS);
}

export const listSaid = () => said;
export const noneSaid = () => nothing;

export function onSaid(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
