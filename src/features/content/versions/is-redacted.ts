/** Stands where a text was removed and may not be empty. */
export const REMOVED = '—';

/** Whether the texts of a version were removed: all of them go at once. */
export const isRedacted = ({ content, answer }: Record<string, unknown>): boolean => (content ?? answer) === REMOVED;
