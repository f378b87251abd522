import { accentContrast, accentShades, type Branding, type Mode } from '#contracts/messages/branding.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';

/** The name, a link and a button in the operator's colours, on a light and on a dark page. */
export function BrandingPreview({ name, accent_light, accent_dark }: Branding) {
  const { t } = useI18n();
  return (
    <section className="panel stack" aria-labelledby="preview">
      <h2 id="preview">{t('branding.preview')}</h2>
      <div className="columns branding-preview">
        <Sample name={name} accent={accent_light} mode="light" />
        <Sample name={name} accent={accent_dark} mode="dark" />
      </div>
    </section>
  );
}

function Sample({ name, accent, mode }: { name: string; accent: string; mode: Mode }) {
  const { t, number } = useI18n();
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return <p className="muted">{t('branding.colour_wrong')}</p>;
  const { paper, surface, ink, soft } = accentShades(accent.toLowerCase(), mode);
  const ratio = Math.floor(accentContrast(accent.toLowerCase(), mode) * 10) / 10;
  return (
    <figure className="stack">
      <svg viewBox="0 0 320 150" role="img" aria-label={t(`branding.accent_${mode}`)}>
        <rect width="320" height="150" rx="12" fill={paper} />
        <rect x="16" y="48" width="288" height="86" rx="8" fill={surface} />
        <text x="16" y="32" fontSize="18" fontWeight="600" fill={mode === 'light' ? '#14201b' : '#ecf1ed'}>
          {name}
        </text>
        <rect x="28" y="62" width="120" height="38" rx="8" fill={accent} />
        <text x="88" y="86" fontSize="14" fontWeight="600" textAnchor="middle" fill={ink}>
          {t('nav.shop')}
        </text>
        <rect x="160" y="62" width="132" height="38" rx="8" fill={soft} />
        <text x="226" y="86" fontSize="14" fontWeight="600" textAnchor="middle" fill={accent}>
          {t('nav.orders')}
        </text>
        <text x="28" y="123" fontSize="14" textDecoration="underline" fill={accent}>
          {t('legal.terms')}
        </text>
      </svg>
      <figcaption className="small muted">{t('branding.contrast', { ratio: number(ratio) })}</figcaption>
    </figure>
  );
}
