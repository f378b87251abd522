import { href, useLocation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { loginPath } from '#web/server/safe-redirect.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';

/** Replaces the buttons for visitors and inactive accounts, where the catalogue is public. */
export function WayIn({ inactive }: { inactive: boolean }) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  return inactive ? (
    <ButtonLink to={href('/activation')}>{t('brand.activate')}</ButtonLink>
  ) : (
    <ButtonLink to={loginPath(pathname + search)}>{t('brand.sign_in')}</ButtonLink>
  );
}
