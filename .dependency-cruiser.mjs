// The arrows of docs/architecture.md. tools/check-arrows.ts runs these rules, and adds what they can't say.

/** What each wing may import besides itself. Whatever else lies in src/ puts the shop together and may import them all. */
const wings = {
  i18n: [],
  contracts: ['i18n'],
  platform: ['i18n', 'contracts'],
  features: ['i18n', 'contracts', 'platform'],
  web: ['i18n', 'contracts'],
};

/** Lowest first: a feature may import those before it. A need the other way round is an event or a job wired in src/app. */
const features = [
  ...['ctx.ts', 'notifications', 'branding', 'mail', 'linked-accounts', 'sessions', 'push', 'realtime', 'factors'],
  ...['auth', 'account', 'four-eyes', 'alerts', 'audit', 'sanctions', 'tiers', 'users', 'spending', 'import-guard'],
  ...['content', 'rates', 'deposits', 'watcher'],
  ...['holds', 'unclaimed-deposits', 'payments', 'top-up-returns', 'statements', 'programmes', 'issuer-keys'],
  ...['batches', 'issuers', 'sellers', 'payouts', 'stock', 'imports'],
  ...['cards', 'brands', 'prefixes', 'cart', 'orders', 'withdrawals', 'gifts', 'wallet', 'preorders', 'pasted-codes'],
  ...['support', 'guests'],
  ...['desk-settings', 'desk', 'canned-answers', 'lookup', 'claims', 'books', 'operations', 'retention'],
  ...['overview', 'desk-report', 'home', 'demo'],
];

/** Files of a wing itself that its rooms stand on. */
const ground = String.raw`^src/(?:contracts/(?:call|shapes)|platform/(?:clock|config|log)|features/ctx|web/routes)\.ts$`;

const test = String.raw`\.test\.tsx?$`;
const barrel = String.raw`^src/(?!contracts/index\.ts$).*/index\.tsx?$`;
const anyOf = (names) => `(?:${names.map((name) => name.replace('.', String.raw`\.`)).join('|')})(?:/|$)`;
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const arrows = Object.entries(wings).map(([wing, others]) =>
  forbid(
    `arrows-${wing}`,
    `${wing} may import ${others.join(', ') || 'no other wing'}`,
    { path: `^src/${wing}/`, pathNot: wing === 'web' ? [] : test },
    { path: '^src/', pathNot: `^src/${anyOf([wing, ...others])}` },
  ),
);

const order = features.map((feature, place) =>
  forbid(
    `order-${feature}`,
    `${feature} may import only the features before it`,
    { path: `^src/features/${anyOf([feature])}`, pathNot: test },
    { path: '^src/features/', pathNot: `^src/features/${anyOf(features.slice(0, place + 1))}` },
  ),
);

export default {
  forbidden: [
    ...arrows,
    ...order,
    forbid(
      'order-unlisted',
      'the feature is missing in the order of .dependency-cruiser.mjs',
      { path: '^src/features/', pathNot: `^src/features/${anyOf(features)}` },
      {},
    ),
    forbid('src-alone', 'src imports nothing outside src', { path: '^src/', pathNot: test }, { pathNot: '^src/' }),
    forbid('test-support', 'only tests import it', { pathNot: [test, '^tests/'] }, { path: '^tests/' }),
    forbid('no-barrel', 'a barrel: name the file after its one export', {}, { path: barrel }),
    forbid('no-barrel-of', 'a barrel: name the file after its one export', { path: barrel }, {}),
    forbid('no-loop', 'an import loop', {}, { circular: true }),
    forbid(
      'sub-room',
      'a sub-room imports no file of the folder around it',
      { path: '^(src/.+)/[^/]+/[^/]+$', pathNot: test },
      { path: '^$1/[^/]+$', pathNot: ground },
    ),
  ],
  options: {
    // TypeScript 7 has no compiler API for other tools yet. swc reads imports of types, too.
    parser: 'swc',
    includeOnly: '^(src|tests|tools|bench)/',
    exclude: '^(?:tools/bcoin|bench/lighthouse)/node_modules/',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs'],
    },
  },
};
