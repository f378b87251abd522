import type { Logo } from '#contracts/messages/branding.ts';
import { logoPath } from '#contracts/messages/logo-files.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';

interface Props {
  logo: Logo | null;
  /** A file that was chosen and isn't sent yet, as a data URL. */
  chosen: string | null;
}

/** The logo in the size of the header on both kinds of pages, and as the icon of the installed app. */
export function LogoSamples({ logo, chosen }: Props) {
  const { t } = useI18n();
  const src = chosen ?? (logo && logoPath(logo));
  if (!src) return null;
  const plate = (chosen ? undefined : logo?.plate) ?? undefined;
  return (
    <ul className="logo-samples">
      {(['light', 'dark'] as const).map((mode) => (
        <li key={mode} data-mode={mode}>
          <img className="mark" src={src} height="28" alt={t(`branding.logo_${mode}`)} data-plate={plate} />
        </li>
      ))}
      {logo && !chosen ? (
        <li>
          <img src={logoPath(logo, 'icon-192')} width="48" height="48" alt={t('branding.logo_icon')} />
        </li>
      ) : null}
    </ul>
  );
}
