import { countryName, formatFace } from '#web/format.ts';
import { fitText, inkOn, type Look, motifOf } from './card-look.ts';
import motifs from './motifs.svg?no-inline';

interface Face {
  programme: string;
  look: Look;
  face_cents: number;
  currency: string;
  level: string;
  country: string;
}

const edge = 22;
const width = 320 - 2 * edge;

/** The face of a card, drawn from its programme's colours; one shared file holds the engraved motifs. */
export function CardFace({ programme, look, face_cents, currency, level, country }: Face) {
  const ink = inkOn(look);
  const name = fitText(programme, width, [22, 19, 16, 14]);
  const value = formatFace(face_cents, currency);
  const face = fitText(value, width - 84, [52, 44, 36, 28, 22]);
  const tint = `face-${look.color_from.slice(1)}-${look.color_to.slice(1)}`;
  return (
    <svg className="card-face" viewBox="0 0 320 202" role="img" aria-label={`${programme}, ${value}`}>
      <linearGradient id={tint} x2="1" y2="1">
        <stop stopColor={look.color_from} />
        <stop offset="1" stopColor={look.color_to} />
      </linearGradient>
      <rect width="320" height="202" rx="16" fill={`url(#${tint})`} />
      <use href={`${motifs}#${motifOf(look.motif)}`} color={ink} opacity=".22" />
      <g fill={ink}>
        <text x={edge} y="40" fontSize={name.size} fontWeight="650">
          {name.text}
        </text>
        <text x={edge} y="60" fontSize="12" opacity=".92">
          {countryName(country)}
        </text>
        <text x={edge - 1} y="176" fontSize={face.size} fontWeight="600" className="numerals">
          {face.text}
        </text>
        <text x={320 - edge} y="176" fontSize="12" fontWeight="600" textAnchor="end">
          {level}
        </text>
      </g>
    </svg>
  );
}
