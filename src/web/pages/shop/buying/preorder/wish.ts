const NAMES = ['programme_id', 'face', 'quantity', 'highest', 'expires_on', 'notify_only'] as const;

/** What the form asks for, as typed. */
export type Wish = Record<(typeof NAMES)[number], string>;

export const readWish = (field: (name: string) => string): Wish =>
  Object.fromEntries(NAMES.map((name) => [name, field(name)])) as Wish;
