import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';

export const handle = title('maintenance.title');

export default function Maintenance() {
  const { t } = useWords();
  return (
    <>
      <h1>{t('maintenance.heading')}</h1>
      <p>{t('maintenance.text')}</p>
      <p>
        <a href="/">{t('maintenance.again')}</a>
      </p>
    </>
  );
}
