// Makes src/web/styles/fonts from the font packages: `node tools/subset-fonts.ts`. Each font keeps the characters that our
// languages need, and gets stand-ins: fonts of the system, stretched until a text takes the same room in them.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createFontStack } from '@capsizecss/core';
import { fromBuffer } from '@capsizecss/unpack';
import subsetFont from 'subset-font';

const range = (from: number, to: number) =>
  String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, i) => from + i));

/** Everything that English, German and Spanish need, and our figures, currencies and arrows. */
export const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„…•‹›€™−×←↑→↓`;

interface Face {
  file: string;
  family: string;
  source: string;
  /** What remains of its axes: a range, or one fixed value. */
  axes: Record<string, number | { min: number; max: number }>;
  weights: string;
  /** Alternate shapes of characters: tabular figures are some. */
  alternates: boolean;
  standIns: keyof typeof system;
}

const faces: Face[] = [
  {
    file: 'text',
    family: 'Figtree',
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    weights: '400 700',
    alternates: true,
    standIns: 'sans',
  },
  {
    file: 'headline',
    family: 'Newsreader',
    source: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    axes: { wght: { min: 500, max: 700 }, opsz: 36 },
    weights: '500 700',
    alternates: false,
    standIns: 'serif',
  },
];

// From @capsizecss/metrics, whose 169 MB would be installed for these three.
const system = {
  sans: [
    measured('Arial', { capHeight: 1467, ascent: 1854, descent: -434, lineGap: 67, xHeight: 1062, xWidthAvg: 913 }),
    measured('Roboto', { capHeight: 1456, ascent: 1900, descent: -500, lineGap: 0, xHeight: 1082, xWidthAvg: 911 }),
  ],
  serif: [
    measured('Georgia', { capHeight: 1419, ascent: 1878, descent: -449, lineGap: 0, xHeight: 986, xWidthAvg: 913 }),
  ],
};

type Measures = Record<'capHeight' | 'ascent' | 'descent' | 'lineGap' | 'xHeight' | 'xWidthAvg', number>;

function measured(familyName: string, measures: Measures) {
  const subsets = { latin: { xWidthAvg: measures.xWidthAvg }, thai: { xWidthAvg: measures.xWidthAvg } };
  return { familyName, fullName: familyName, postscriptName: familyName, unitsPerEm: 2048, ...measures, subsets };
}

/** The files of the folder, by name: the fonts and the style sheet that declares them. */
export async function subsetFonts(): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  const rules = ['/* Made by tools/subset-fonts.ts. */'];
  const stacks: string[] = [];
  for (const { file, family, source, axes, weights, alternates, standIns } of faces) {
    const original = readFileSync(fileURLToPath(import.meta.resolve(source)));
    const subset = (targetFormat: 'woff2' | 'truetype') =>
      subsetFont(original, characters, {
        targetFormat,
        variationAxes: axes,
        noLayoutClosure: !alternates,
        // Copyright and licence stay in the file, as the licence asks.
        preserveNameIds: [0, 13, 14],
      });
    files[`${file}.woff2`] = await subset('woff2');
    const metrics = { ...(await fromBuffer(await subset('truetype'))), familyName: family };
    const { fontFamily, fontFaces } = createFontStack([metrics, ...system[standIns]]);
    rules.push(
      `@font-face {\n  font-family: "${family}";\n  src: url("${file}.woff2") format("woff2");\n  font-weight: ${weights};\n  font-display: optional;\n}`,
      // One style of quotes and an empty line between rules, as our formatter wants them.
      fontFaces.replaceAll("'", '"').replaceAll('}\n@', '}\n\n@'),
    );
    stacks.push(`  --${file}-face: ${fontFamily};`);
  }
  rules.push(`:root {\n${stacks.join('\n')}\n}`);
  files['fonts.css'] = Buffer.from(`${rules.join('\n\n')}\n`);
  return files;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, content] of Object.entries(await subsetFonts())) {
    writeFileSync(fileURLToPath(new URL(`../src/web/styles/fonts/${name}`, import.meta.url)), content);
    console.log(`${name}: ${content.length} bytes`);
  }
}
