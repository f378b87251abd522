import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { loginPath } from '#web/server/safe-redirect.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';

interface Props {
  inactive: boolean;
  /** The purchase sheet that the buttons would open, where there is one to go on with. */
  sheet: string;
  /** What that purchase costs: the first top-up is suggested by it. */
  total_cents: number;
}

/** Replaces the buttons for visitors and inactive accounts, where the catalogue is public; the way leads on to the purchase sheet. */
export function WayIn({ inactive, sheet, total_cents }: Props) {
  const { t } = useI18n();
  return inactive ? (
    <ButtonLink to={`${href('/activation')}?total_cents=${total_cents}`}>{t('brand.activate')}</ButtonLink>
  ) : (
    <ButtonLink to={loginPath(`${sheet}&total_cents=${total_cents}`)}>{t('brand.sign_in')}</ButtonLink>
  );
}
