/** The single keys of pages, as the shop has them: what each does, and the key for it. */
export const defaultKeys = {
  search: '/',
  help: '?',
  next: 'j',
  previous: 'k',
  take: 'a',
  reply: 'r',
  note: 'n',
  solve: 's',
  undo: 'z',
  back: 'u',
} as const;

export type ShortcutName = keyof typeof defaultKeys;
export type Keys = Partial<Record<ShortcutName, string>>;

export const shortcutNames = Object.keys(defaultKeys) as readonly ShortcutName[];
/** Those that pages of the shop have; the others belong to the office. */
export const shopShortcuts: readonly ShortcutName[] = ['search', 'help', 'next', 'previous'];

/** What an account chose: whether single keys do anything, and other keys than the shop's; an empty one is none. */
export interface Shortcuts {
  on: boolean;
  keys: Keys;
}

/** The keys that hold for an account: its own first, then the shop's, as far as no own one took them. */
export function keysOf(shortcuts: Shortcuts | null): Keys {
  if (shortcuts && !shortcuts.on) return {};
  const chosen = shortcuts?.keys ?? {};
  const taken = Object.values(chosen);
  const keys = shortcutNames.flatMap((name) => {
    const key = chosen[name] ?? (taken.includes(defaultKeys[name]) ? '' : defaultKeys[name]);
    return key ? [[name, key]] : [];
  });
  return Object.fromEntries(keys);
}

/** The digits, which saved views have in their order: those that no shortcut took; none where single keys are off. */
export function digitsOf(keys: Keys): string[] {
  const taken = Object.values(keys);
  return taken.length === 0 ? [] : [...'123456789'].filter((digit) => !taken.includes(digit));
}

/** The first two that were given one key; undefined if each has its own. */
export function sameKey({ keys }: Shortcuts): { key: string; names: [ShortcutName, ShortcutName] } | undefined {
  const owners = new Map<string, ShortcutName>();
  // Those that are left as the shop has them come first: what was chosen is what gets refused.
  const ordered = shortcutNames.toSorted((a, b) => Number(a in keys) - Number(b in keys));
  for (const name of ordered) {
    const key = keys[name] ?? defaultKeys[name];
    const owner = owners.get(key);
    if (key && owner) return { key, names: [owner, name] };
    owners.set(key, name);
  }
  return undefined;
}
