// The arrows of docs/architecture.md. tools/check-arrows.ts runs these rules, and adds what they can't say.
import { areas, features, folderOf } from './src/contracts/areas.ts';

/** What each wing may import besides itself. Whatever else lies in src/ puts the shop together and may import them all. */
const wings = {
  i18n: [],
  contracts: ['i18n'],
  platform: ['i18n', 'contracts'],
  features: ['i18n', 'contracts', 'platform'],
  web: ['i18n', 'contracts'],
};

/** Lowest first: a feature may import those before it. A need the other way round is an event or a job wired in src/app. */
const rooms = ['ctx.ts', 'feature.ts', ...features.map(folderOf)];

/** Files of a wing itself that its rooms stand on. */
const ground = String.raw`^src/(?:contracts/[\w-]+|platform/(?:clock|config|log)|features/(?:ctx|feature)|web/routes)\.ts$`;

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

const order = rooms.map((room, place) =>
  forbid(
    `order-${room}`,
    `${room} may import only the features before it`,
    { path: `^src/features/${anyOf([room])}`, pathNot: test },
    { path: '^src/features/', pathNot: `^src/features/${anyOf(rooms.slice(0, place + 1))}` },
  ),
);

/** The pages lie in the same areas, and some belong to none. */
const pageAreas = ['system', ...Object.keys(areas)];

const pages = pageAreas.map((area, place) =>
  forbid(
    `pages-${area}`,
    `pages of ${area} may import only those of the areas before it`,
    { path: `^src/web/pages/${area}/`, pathNot: test },
    { path: '^src/web/pages/', pathNot: `^src/web/pages/${anyOf(pageAreas.slice(0, place + 1))}` },
  ),
);

export default {
  forbidden: [
    ...arrows,
    ...order,
    ...pages,
    forbid(
      'order-unlisted',
      'the feature is missing in src/contracts/areas.ts',
      { path: '^src/features/', pathNot: `^src/features/${anyOf(rooms)}` },
      {},
    ),
    forbid('src-alone', 'src imports nothing outside src', { path: '^src/', pathNot: test }, { pathNot: '^src/' }),
    forbid('test-support', 'only tests import it', { pathNot: [test, '^tests/'] }, { path: '^tests/' }),
    forbid(
      'driver',
      'the database is reached through src/platform/db/client.ts',
      { path: '^src/', pathNot: [test, '^src/platform/db/'] },
      { path: '^src/platform/db/driver/' },
    ),
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
