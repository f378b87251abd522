import { href } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

export const handle = title('error.forbidden');

export default function Forbidden() {
  const { t } = useI18n();
  return (
    <>
      <h1>{t('error.forbidden')}</h1>
      <p>{t('error.forbidden_more')}</p>
      <p>
        <FormattedMessage of="guest.foot" parts={{ link: <Link to={href('/support/guest')} /> }} />
      </p>
      <ButtonLink to={href('/')}>{t('error.home')}</ButtonLink>
    </>
  );
}
