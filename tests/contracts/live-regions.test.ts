import { expect, test } from 'vitest';
import { nameOf, readSources, stringsOf } from '../../tools/source-texts.ts';

/** Each with a reason: docs/decisions/060-a-palette-and-keys-for-everybody.md. */
const allowed = [
  'src/web/root.tsx',
  'src/web/ui/controls/form-errors.tsx',
  'src/web/ui/display/alert.tsx',
  'src/web/ui/feedback/announcer.tsx',
  'src/web/ui/palette/palette.tsx',
];

test('pages announce through the one live region, and have none of their own', () => {
  const files = readSources('src/web')
    .filter(({ nodes }) =>
      nodes.some((node) => {
        if (node.type !== 'JSXAttribute') return false;
        const name = nameOf(node);
        const values = stringsOf(node.value);
        return name === 'aria-live' || (name === 'role' && values.some((value) => /^(status|alert|log)$/.test(value)));
      }),
    )
    .map(({ file }) => file);
  expect(files.sort()).toEqual(allowed);
});
