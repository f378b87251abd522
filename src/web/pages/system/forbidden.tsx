import { href } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';

export const handle = title('error.forbidden');

export default function Forbidden() {
  const { t } = useI18n();
  return (
    <>
      <h1>{t('error.forbidden')}</h1>
      <p>{t('error.forbidden_more')}</p>
      <ButtonLink to={href('/')}>{t('error.home')}</ButtonLink>
    </>
  );
}
