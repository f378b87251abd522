import { countryName, formatFace } from '#web/format.ts';
import { fitText, type Look, motifOf, paintOf } from './card-look.ts';
import motifs from './motifs.svg?no-inline';

interface Drawing {
  programme: string;
  look: Look;
  /** What stands large at the bottom. */
  value: string;
  corner?: string;
  country?: string;
}

const edge = 22;
const width = 320 - 2 * edge;

/** The face of a card, drawn from its programme's colours; one shared file holds the engraved motifs. */
export function Face({ programme, look, value, corner = '', country }: Drawing) {
  const { ink, from, to } = paintOf(look);
  const name = fitText(programme, width, [22, 19, 16, 14]);
  const large = fitText(value, width - (corner ? 84 : 0), [52, 44, 36, 28, 22]);
  const tint = `face-${from.slice(1)}-${to.slice(1)}`;
  return (
    <svg className="card-face" viewBox="0 0 320 202" role="img" aria-label={`${programme}, ${value}`}>
      <linearGradient id={tint} x2="1" y2="1">
        <stop stopColor={from} />
        <stop offset="1" stopColor={to} />
      </linearGradient>
      <rect width="320" height="202" fill={`url(#${tint})`} />
      <use href={`${motifs}#${motifOf(look.motif)}`} color={ink} opacity=".2" />
      <g fill={ink}>
        <text x={edge} y="40" fontSize={name.size} fontWeight="650">
          {name.text}
        </text>
        <text x={edge} y="61" fontSize="13">
          {country ? countryName(country) : null}
        </text>
        <text x={edge - 1} y="176" fontSize={large.size} fontWeight="600" className="numerals">
          {large.text}
        </text>
        <text x={320 - edge} y="176" fontSize="13" fontWeight="600" textAnchor="end">
          {corner}
        </text>
      </g>
    </svg>
  );
}

interface Card {
  programme: string;
  look: Look;
  face_cents: number;
  currency: string;
  level: string;
  country: string;
}

export function CardFace({ face_cents, currency, level, ...rest }: Card) {
  return <Face {...rest} value={formatFace(face_cents, currency)} corner={level} />;
}
