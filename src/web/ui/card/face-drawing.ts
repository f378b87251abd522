import { type CardTheme, fitText, motifOf, paintOf } from './card-theme.ts';
import motifs from './motifs.svg?no-inline';

export interface FaceParts {
  programme: string;
  theme: CardTheme;
  value: string;
  corner: string;
  country: string;
}

const EDGE = 22;
const WIDTH = 320 - 2 * EDGE;

// Where the id of its place on the page comes: a character that no text of a face has.
const ID = '\u0001';

// The motif ends above the value, which no line may run through.
const FADE =
  `<linearGradient id="${ID}-shade" x2="0" y2="1"><stop offset=".42" stop-color="#fff"/><stop offset=".62"/></linearGradient>` +
  `<mask id="${ID}-fade" maskUnits="userSpaceOnUse" x="0" y="0" width="320" height="202"><rect width="320" height="202" fill="url(#${ID}-shade)"/></mask>`;

const known = new Map<string, Drawing>();
const KNOWN_LIMIT = 2000;

/** The contents of a face's SVG, drawn when they are first read. */
class Drawing {
  readonly #face: FaceParts;
  #markup?: string;

  constructor(face: FaceParts) {
    this.#face = face;
  }

  toString(): string {
    this.#markup ??= draw(this.#face);
    return this.#markup;
  }
}

/** A drawing on a page, whose ids begin with one that nothing else on it has. */
export class PlacedDrawing {
  readonly #drawing: Drawing;
  readonly #id: string;

  constructor(drawing: Drawing, id: string) {
    this.#drawing = drawing;
    this.#id = id;
  }

  toString(): string {
    return this.#drawing.toString().replaceAll(ID, this.#id);
  }
}

/** The drawing of a face, cached: a shop has few faces and shows them often. */
export function faceDrawing(face: FaceParts): Drawing {
  const { theme } = face;
  const key = [
    face.programme,
    theme.color_from,
    theme.color_to,
    theme.motif,
    face.value,
    face.corner,
    face.country,
  ].join('\n');
  let drawing = known.get(key);
  if (!drawing) {
    if (known.size >= KNOWN_LIMIT) known.clear();
    drawing = new Drawing(face);
    known.set(key, drawing);
  }
  return drawing;
}

function draw({ programme, theme, value, corner, country }: FaceParts): string {
  const { ink, from, to } = paintOf(theme);
  const name = fitText(programme, WIDTH, [22, 19, 16, 14]);
  const large = fitText(value, WIDTH - (corner ? 84 : 0), [52, 44, 36, 28, 22]);
  const tint = `${ID}-tint`;
  const parts = [
    `<linearGradient id="${tint}" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`,
    `<rect width="320" height="202" fill="url(#${tint})"/>`,
    FADE,
    `<use href="${motifs}#${motifOf(theme.motif)}" color="${ink}" opacity=".24" mask="url(#${ID}-fade)"/>`,
    `<g fill="${ink}">`,
    `<text x="${EDGE}" y="40" font-size="${name.size}" font-weight="650">${escapeText(name.text)}</text>`,
    country ? `<text x="${EDGE}" y="61" font-size="13">${escapeText(country)}</text>` : '',
    `<text x="${EDGE - 1}" y="176" font-size="${large.size}" font-weight="600" class="numerals">${escapeText(large.text)}</text>`,
    corner
      ? `<text x="298" y="176" font-size="13" font-weight="600" text-anchor="end">${escapeText(corner)}</text>`
      : '',
    '</g>',
  ];
  return parts.join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeText = (text: string) => text.replaceAll(ID, '').replace(/[&<>"']/g, (char) => entities[char] ?? '');
