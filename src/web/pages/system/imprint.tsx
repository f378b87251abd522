import { useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LegalPage } from './legal/legal-page.tsx';
import { loadLegal } from './legal/load-legal.ts';

export const handle = title('legal.imprint');
export const loader = loadLegal('imprint');

export default function Imprint() {
  const { t } = useI18n();
  return <LegalPage text={useLoaderData<typeof loader>()} title={t('legal.imprint')} />;
}
