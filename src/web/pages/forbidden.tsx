import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';
import { ButtonLink } from '#web/ui/button.tsx';

export const handle = title('error.forbidden');

export default function Forbidden() {
  const { t } = useWords();
  return (
    <>
      <h1>{t('error.forbidden')}</h1>
      <p>{t('error.forbidden_more')}</p>
      <ButtonLink to="/">{t('error.home')}</ButtonLink>
    </>
  );
}
