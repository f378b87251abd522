import { useId, useMemo } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { CardTheme } from './card-theme.ts';
import { faceDrawing, PlacedDrawing } from './face-drawing.ts';

interface Drawn {
  programme: string;
  theme: CardTheme;
  /** The large text at the bottom. */
  value: string;
  corner?: string;
  country?: string;
}

/** The face of a card, drawn from its programme's colours. */
export function Face({ programme, theme, value, corner = '', country = '' }: Drawn) {
  const id = useId();
  const drawing = faceDrawing({ programme, theme, value, corner, country });
  const placed = useMemo(() => new PlacedDrawing(drawing, id), [drawing, id]);
  return (
    <svg
      className="card-face"
      viewBox="0 0 320 202"
      role="img"
      aria-label={`${programme}, ${value}`}
      // All its text is escaped; a single piece because a page shows twenty cards. A page being hydrated already has
      // its drawings and does not draw them again: React compares them without reading them.
      dangerouslySetInnerHTML={{ __html: placed }}
    />
  );
}

interface Card {
  programme: string;
  theme: CardTheme;
  face_cents: number;
  currency: string;
  level: string;
  country: string;
}

export function CardFace({ programme, theme, face_cents, currency, level, country }: Card) {
  const i18n = useI18n();
  const value = i18n.face(face_cents, currency);
  return <Face programme={programme} theme={theme} value={value} corner={level} country={i18n.country(country)} />;
}
