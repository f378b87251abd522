// Writes docs/house.svg, the drawing of docs/architecture.md: `node tools/house/draw-house.ts`.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { instance } from '@viz-js/viz';
import { type Area, areas } from '../../src/contracts/areas.ts';
import { readSources, type Source } from '../source-texts.ts';

const WINGS = ['web -> contracts', 'contracts -> i18n', 'platform -> contracts', 'app -> web'];
const font = 'fontname="Helvetica"';

/** The wings, and the areas of the features with what each imports of the others, as SVG: arrows that follow from others are left out. */
export async function drawHouse(sources: readonly Source[] = readSources('src/features', /\.ts$/)): Promise<string> {
  const uses = areaUses(sources);
  const drawn = Object.entries(areas).map(([area, features]) => {
    const more = features.length > 1 ? `<br/><font point-size="9" color="#667085">${linesOf(features)}</font>` : '';
    return `"${area}" [label=<${area}${more}>];`;
  });
  const lines = [
    `subgraph cluster_features { label="features"; style="rounded"; color="#98a2b3"; ${font}; fontsize=12; fontcolor="#667085";`,
    ...drawn,
    ...withoutDetours(uses).map(({ from, to }) => `"${from}" -> "${to}";`),
    '}',
    ...WINGS.map((arrow) => `${arrow};`),
    'app -> demo [lhead=cluster_features]; messages -> platform [ltail=cluster_features];',
  ];
  const graph = `digraph { compound=true; bgcolor="#ffffff"; pad=0.2; ranksep=0.35;
    node [shape=box, style="rounded,filled", ${font}, fontsize=12, color="#667085", fillcolor="#f9fafb", margin="0.28,0.09"];
    edge [color="#98a2b3", arrowsize=0.7]; ${lines.join('\n')} }`;
  const viz = await instance();
  return viz.renderString(graph, { format: 'svg' }).replace(/<!--[\s\S]*?-->\n?/g, '');
}

interface Arrow {
  from: Area;
  to: Area;
}

/** Which area imports a file of which. */
function areaUses(sources: readonly Source[]): Arrow[] {
  const found = new Map<string, Arrow>();
  for (const { file, text } of sources) {
    const from = areaOf(file);
    for (const [, path = ''] of text.matchAll(/from '((?:\.\.\/)+[\w/-]+\.ts)'/g)) {
      const to = areaOf(new URL(path, `file:///${file}`).pathname.slice(1));
      if (from && to && from !== to) found.set(`${from} ${to}`, { from, to });
    }
  }
  return [...found.values()];
}

const areaOf = (file: string) =>
  Object.keys(areas).find((area) => file.startsWith(`src/features/${area}/`)) as Area | undefined;

/** Leaves out an arrow where others lead the same way. */
function withoutDetours(arrows: Arrow[]): Arrow[] {
  const leads = (from: Area, to: Area): boolean =>
    arrows.some((arrow) => arrow.from === from && (arrow.to === to || leads(arrow.to, to)));
  return arrows.filter(
    ({ from, to }) => !arrows.some((arrow) => arrow.from === from && arrow.to !== to && leads(arrow.to, to)),
  );
}

/** Names in lines of about three. */
function linesOf(names: readonly string[]): string {
  const lines = [];
  for (let at = 0; at < names.length; at += 3) lines.push(names.slice(at, at + 3).join(', '));
  return lines.join('<br/>');
}

if (import.meta.main)
  await writeFile(fileURLToPath(new URL('../../docs/house.svg', import.meta.url)), await drawHouse());
