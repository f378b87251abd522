import { parseFace } from '#web/i18n/parse-dollars.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Face } from '#web/ui/card/card-face.tsx';
import type { Values } from './values.ts';

/** The card as buyers will see it. */
export function FacePreview({ values }: { values: Values }) {
  const { t, locale, face: format, country } = useI18n();
  const { name, level, motif, color_from, color_to, faces, face_min } = values;
  const currency = /^[A-Z]{3}$/i.test(values.currency) ? values.currency.toUpperCase() : 'USD';
  const face = parseFace(faces.split(/,?[;\s]+/)[0] || face_min, locale, currency) ?? 0;
  return (
    <figure className="face-preview">
      <Face
        programme={name || t('programmes.name')}
        theme={{ color_from, color_to, motif }}
        value={format(face, currency)}
        corner={level}
        country={/^[A-Z]{2}$/i.test(values.country) ? country(values.country.toUpperCase()) : ''}
      />
    </figure>
  );
}
