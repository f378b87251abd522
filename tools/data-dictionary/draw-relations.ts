import { instance } from '@viz-js/viz';
import type { Table } from './read-tables.ts';

/** Nearly every table refers to accounts: arrows to them would hide all others. */
export const UNDRAWN = 'users';

const boxes = 'shape=box, style="rounded,filled", fontname="Helvetica", fontsize=12, margin="0.12,0.06"';

/**
 * A picture of an area's tables as SVG: what each refers to, with tables of other areas dashed. `features` are its tables by
 * the feature that owns them.
 */
export async function drawRelations(features: ReadonlyMap<string, readonly Table[]>): Promise<string> {
  const own = new Set([...features.values()].flat().map(({ name }) => name));
  const arrows = [...features.values()].flat().flatMap((table) => arrowsOf(table));
  const others = new Set(arrows.map(({ to }) => to).filter((to) => !own.has(to)));
  const lines = [
    ...[...features]
      .filter(([, tables]) => tables.length > 0)
      .flatMap(([feature, tables], at) => [
        `subgraph cluster_${at} { label="${feature}"; color="#d0d5dd"; fontname="Helvetica"; fontsize=11; fontcolor="#667085";`,
        ...tables.map(({ name }) => `"${name}";`),
        '}',
      ]),
    ...[...others].map((name) => `"${name}" [style="rounded,dashed", color="#98a2b3", fontcolor="#667085"];`),
    ...arrows.map(({ from, to }) => `"${from}" -> "${to}";`),
  ];
  const viz = await instance();
  const graph = `digraph { rankdir=LR; bgcolor="#ffffff"; pad=0.2; node [${boxes}, color="#667085", fillcolor="#f9fafb"];
    edge [color="#98a2b3", arrowsize=0.7]; ${lines.join('\n')} }`;
  return viz.renderString(graph, { format: 'svg' }).replace(/<!--[\s\S]*?-->\n?/g, '');
}

function arrowsOf({ name, columns }: Table): { from: string; to: string }[] {
  const targets = new Set(columns.flatMap(({ refers_to }) => refers_to ?? []));
  return [...targets].filter((to) => to !== UNDRAWN && to !== name).map((to) => ({ from: name, to }));
}
