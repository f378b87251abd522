/**
 * The house of the shop: its areas from the ground up, and in each its features from the ground up. An area may use those
 * before it, a feature those before it in its area. Contracts and features lie in folders of these names; an area that is
 * one feature has that feature's name. The arrow check, the index of the contracts and the app read this list.
 */
export const areas = {
  messages: ['notifications', 'branding', 'mail'],
  identity: ['linked-accounts', 'sessions', 'push', 'realtime', 'factors', 'auth', 'account'],
  oversight: ['four-eyes', 'alerts', 'alert-receivers', 'audit', 'import-guard'],
  customers: ['sanctions', 'tiers', 'spending', 'users'],
  content: ['content'],
  coins: [
    'rates',
    'deposits',
    'dust',
    'watcher',
    'holds',
    'unclaimed-deposits',
    'payments',
    'top-up-returns',
    'statements',
    'liabilities',
  ],
  supply: [
    'programmes',
    'programme-drafts',
    'batches',
    'issuer-keys',
    'issuers',
    'sellers',
    'payouts',
    'bank-statements',
    'stock',
    'imports',
  ],
  shop: [
    'cards',
    'brands',
    'prefixes',
    'cart',
    'orders',
    'waiting-purchases',
    'withdrawals',
    'gifts',
    'wallet',
    'preorders',
    'home',
  ],
  desk: ['pasted-codes', 'desk-settings', 'support', 'guests', 'claims', 'desk', 'canned-answers', 'ticket-views'],
  office: [
    'lookup',
    'periods',
    'tax',
    'cold-wallets',
    'outflows',
    'cost-basis',
    'gobd',
    'dormant-balances',
    'books',
    'operations',
    'retention',
    'backups',
    'drills',
    'staging',
    'overview',
    'checks',
    'desk-report',
  ],
  demo: ['demo'],
} as const;

export type Area = keyof typeof areas;

/** Every feature with its area, lowest first. */
export const features: readonly { area: Area; feature: string }[] = Object.entries(areas).flatMap(([area, names]) =>
  names.map((feature) => ({ area: area as Area, feature })),
);

/** A feature's folder below src/features. */
export const folderOf = ({ area, feature }: { area: Area; feature: string }): string =>
  areas[area].length === 1 ? area : `${area}/${feature}`;
