import { useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LegalPage } from './text/legal-page.tsx';
import { loadLegal } from './text/load-legal.ts';

export const handle = title('legal.privacy');
export const loader = loadLegal('privacy');

export default function Privacy() {
  const { t } = useI18n();
  return <LegalPage text={useLoaderData<typeof loader>()} title={t('legal.privacy')} />;
}
