import { useI18n } from '#web/i18n/use-i18n.ts';
import { loginPath, registerPath } from '#web/server/safe-redirect.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

interface Props {
  /** The purchase sheet that the buttons would open, where there is one to go on with. */
  sheet: string;
  /** What that purchase costs: the first top-up is suggested by it. */
  total_cents: number;
}

/** Replaces the buttons for visitors, where the catalogue is public; the way leads on to the purchase sheet. */
export function WayIn({ sheet, total_cents }: Props) {
  const { t } = useI18n();
  const wished = `${sheet}&total_cents=${total_cents}`;
  return (
    <div className="row">
      <ButtonLink to={loginPath(wished)}>{t('brand.sign_in')}</ButtonLink>
      <Link to={registerPath(wished)}>{t('brand.register')}</Link>
    </div>
  );
}
